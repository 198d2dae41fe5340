/** Distances of the drawing, in world units (pixels at zoom 1). */

/** Between two boxes on a rank. */
export const NODE_GAP = 22;
/** Between the middles of two thin long edges on a rank, and beside the lines of thick ones. */
export const LINE_GAP = 12;
export const BESIDE_LINE = 7;
/** Between two ranks; more where labels or slanted lines need it. */
export const RANK_GAP = 34;
/** Added to a gap per unit of its widest slant, and the most that is added. */
export const SLANT_SHARE = 0.09;
export const MAX_SLANT_ROOM = 72;
/** The most that is added for lines that run sideways over one another. */
export const MAX_CROWD_ROOM = 140;
/** The stem of lines that carry one tensor from a port, before they part: as high as its label. */
export const STEM = 24;
/** Between the border of an open scope and the nearest rank, or the nearest box. */
export const SCOPE_PADDING = 16;
/** The strip along the top of an open scope that holds its name. */
export const SCOPE_HEADER = 26;
/** Between disconnected parts of a scope. */
export const PART_GAP = 40;
/** Between the lines of edges where they leave a box, if the box is wide enough. */
export const SLOT_GAP = 9;
/** How far from a box's corner the outermost edge leaves it. */
export const SLOT_INSET = 9;
/** Where annotations stand below their host: from its box to the first of them. */
export const ANNOTATION_DROP = 4;
/** How far a self-loop reaches out of its box. */
export const LOOP_REACH = 16;
/** Height of an edge label. */
export const LABEL_HEIGHT = 14;
