/** The page in one document, without a server: as a report with its answers, or in a notebook. */
import "./report/install";
import "./notebook/install";
import "./notebook/card";
import "./main";
import "./notebook/selection";
