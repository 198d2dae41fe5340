"""All routes of graphs, over one catalog; importing this module loads the graph engine."""

from fastapi import APIRouter

from scopeboard.api.graphs.catalog import graphs_router
from scopeboard.api.graphs.changes import graph_changes_router
from scopeboard.api.graphs.choices import graph_choices_router
from scopeboard.api.graphs.columns import graph_columns_router
from scopeboard.api.graphs.export import graph_export_router
from scopeboard.api.graphs.metrics import graph_metrics_router
from scopeboard.api.graphs.models import graph_models_router
from scopeboard.api.graphs.neighbours import graph_neighbours_router
from scopeboard.api.graphs.nodes import graph_nodes_router
from scopeboard.api.graphs.scopes import graph_scopes_router
from scopeboard.api.graphs.search import graph_search_router
from scopeboard.api.graphs.statistics import graph_statistics_router
from scopeboard.api.graphs.tags import graph_tags_router
from scopeboard.files.location import Place
from scopeboard.graph.catalog.catalog import LoggedGraphs
from scopeboard.graph.profile.catalog import LoggedStatistics
from scopeboard.store.store import Store


def graph_routes(store: Store, graph_files: tuple[Place, ...], *, read_only: bool) -> APIRouter:
    """Return the routes, which share parsed graphs and their statistics.

    Args:
        store: the runs, which log graphs.
        graph_files: further files with graphs.
        read_only: refuse uploads of graphs.
    """
    graphs = LoggedGraphs(store, graph_files)
    statistics = LoggedStatistics(store)
    router = APIRouter()
    router.include_router(graphs_router(store, graphs, read_only=read_only))
    router.include_router(graph_models_router(store, graphs))
    router.include_router(graph_scopes_router(graphs, statistics))
    router.include_router(graph_choices_router(graphs))
    router.include_router(graph_changes_router(graphs))
    router.include_router(graph_export_router(graphs))
    router.include_router(graph_search_router(graphs))
    router.include_router(graph_statistics_router(graphs, statistics))
    router.include_router(graph_nodes_router(store, graphs, statistics))
    router.include_router(graph_tags_router(store, graphs))
    router.include_router(graph_metrics_router(store, graphs))
    router.include_router(graph_neighbours_router(graphs))
    router.include_router(graph_columns_router(graphs, statistics))
    return router
