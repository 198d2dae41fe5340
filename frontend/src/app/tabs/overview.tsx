/** The overview, with what it shows of another tab. */
import { OverviewTab } from "../../features/overview";

const loadGraphPicture = async () =>
  (await import("../../features/graph/graph-thumbnail")).GraphThumbnail;

export function Overview() {
  return <OverviewTab loadGraphPicture={loadGraphPicture} />;
}
