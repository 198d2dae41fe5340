/** The page within a report: the same, but that what it asks for is in the same file. */
import "./report/install";
import "./main";
