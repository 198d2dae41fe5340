/**
 * The sheets of `ui`, in the order of its folders: where two rules weigh the same, the later counts.
 * Import this first; the order of other imports then decides nothing.
 */
import "./theme/tokens.css";
import "./theme/base.css";
import "./controls/button.css";
import "./controls/checkbox.css";
import "./controls/icon.css";
import "./controls/line-swatch.css";
import "./controls/pager.css";
import "./controls/search-field.css";
import "./controls/segmented-control.css";
import "./controls/step-slider.css";
import "./controls/term.css";
import "./feedback/empty-state.css";
import "./feedback/error-state.css";
import "./feedback/skeleton.css";
import "./feedback/warning-list.css";
import "./lists/card-sections.css";
import "./lists/virtual-list.css";
import "./popover/dialog.css";
import "./popover/menu.css";
import "./popover/popover-panel.css";
import "./popover/tooltip.css";
import "./layout/full-screen.css";
import "./layout/markup.css";
import "./layout/tab-toolbar.css";
import "./layout/tag-filter.css";
