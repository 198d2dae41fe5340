"""Scopes from the modules that a program notes beside an op."""

import pytest

from scopeboard.graph.torch_export.modules import Modules, Scope

ROOT = "L__self__,,net.Net"


@pytest.mark.parametrize(
    ("note", "name", "path"),
    [
        ("", "", ""),
        (ROOT, "", ""),
        (
            f"{ROOT};a,enc,torch.nn.Sequential;b,enc.0,net.Block",
            "Sequential[enc]/Block[0]",
            "enc.0",
        ),
        (f"{ROOT};a,enc.layer.3,net.Block", "Block[enc.layer.3]", "enc.layer.3"),
        (f"{ROOT};a,enc,net.E;b,other.x,net.F", "E[enc]/F[other.x]", "other.x"),
        (f"{ROOT};a@1,enc@1,net.E", "E[enc@1]", "enc@1"),
        (f"{ROOT};k(1,2),getattr(a, '0'),net.E", "E[getattr(a, '0')]", "getattr(a, '0')"),
        (f"{ROOT};a,x/y[0],net.E", "E[x|y(0)]", "x/y[0]"),
        (f"{ROOT};a,enc,", "enc", "enc"),
        ("no commas;;,", "", ""),
    ],
)
def test_a_scope_has_class_and_attribute(note: str, name: str, path: str) -> None:
    modules = Modules()
    assert modules.scope(note) == Scope(name, path)
    assert modules.path_of(name) == path


def test_the_root_is_the_module_that_was_exported() -> None:
    modules = Modules()
    modules.scope(f"{ROOT};a,enc,net.E")
    assert modules.root_class == "net.Net"


def test_a_weight_belongs_to_the_module_with_the_longest_path() -> None:
    modules = Modules()
    modules.scope(f"{ROOT};a,enc,net.E;b,enc.0,net.F")
    assert modules.scope_of_weight("enc.0.deep.weight") == "E[enc]/F[0]"
    assert modules.scope_of_weight("enc.scale") == "E[enc]"
    assert modules.scope_of_weight("head.weight") == ""
