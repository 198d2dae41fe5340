/** The page within a report: the same, but its answers are in the same file. */
import "./report/install";
import "./main";
