"""Agents: DQN of `dopamine-rl`, PPO of `stable-baselines`."""

from pathlib import Path

import tensorflow.compat.v1 as tf

from programs.training_graphs.event_log import write_event_file
from programs.training_graphs.tensorflow_one import use_tensorflow_one

ACTIONS = 6


def dqn(folder: Path) -> None:
    """DQN for Atari: online and target network, replay memory as Python functions."""
    tf.disable_v2_behavior()
    from dopamine.agents.dqn import dqn_agent  # noqa: PLC0415

    with tf.Graph().as_default(), tf.Session() as session:
        writer = tf.summary.FileWriter(str(folder))
        dqn_agent.DQNAgent(session, num_actions=ACTIONS, summary_writer=writer)
        writer.close()


def ppo(folder: Path) -> None:
    """PPO with a network for images, and what it logs of itself."""
    use_tensorflow_one()
    import gym  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415
    from stable_baselines.common.policies import CnnPolicy  # noqa: PLC0415
    from stable_baselines.ppo2 import PPO2  # noqa: PLC0415

    agent = PPO2(
        CnnPolicy,
        None,
        tensorboard_log=str(folder),
        full_tensorboard_log=True,
        _init_setup_model=False,
    )
    agent.observation_space = gym.spaces.Box(0, 255, (84, 84, 4), np.uint8)
    agent.action_space = gym.spaces.Discrete(ACTIONS)
    agent.n_envs, agent.n_batch = 8, 8 * agent.n_steps
    agent.setup_model()
    write_event_file(folder, agent.graph)
