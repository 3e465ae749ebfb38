/**
 * The types that describe a product. Lengths are millimetres, angles degrees, y points up, and the ground is y = 0. It is plain data: the
 * studio turns it into meshes, the dimension drawing into lines, the tests into checks.
 */

export type Point2D = readonly [x: number, y: number]
export type Point3D = readonly [x: number, y: number, z: number]

/** A corner of a profile or outline, rounded with a radius: for a turned part [radius, height, fillet], else [x, y, fillet]. */
export type ProfileCorner = readonly [x: number, y: number, fillet?: number]

/** The finish of a surface. The studio knows the colour, the grain and the gloss of each. */
export type SurfaceFinish =
  | 'steel'
  | 'forged'
  | 'cast'
  | 'black'
  | 'bronze'
  | 'blue'
  | 'grey'
  | 'bare'
  | 'milled'
  | 'carbide'
  | 'polished'
  | 'spring'
  | 'zinc'
  | 'braze'
  | 'copper'
  | 'brass'
  | 'overlay'
  | 'rubber'
  | 'chrome'
  | 'flux-grey'
  | 'flux-brown'
  | 'bottle'
  | 'glass'
  | 'lamp'
  | 'timber'
  | `paint-${Colour}`
  | `plastic-${Colour}`

export const colours = ['blue', 'green', 'orange', 'grey', 'red', 'yellow', 'black', 'white', 'pine'] as const
export type Colour = (typeof colours)[number]

/** The placement of something: rotated about z, then y, then x, then moved. */
export interface PartPlacement {
  at?: Point3D
  turn?: Point3D
}

/** A body of any form as a tree of distances, such as a forging or a casting. `blend` is the radius of the joint. */
export type Shape =
  | { op: 'box'; size: Point3D; round: number }
  | { op: 'prism'; outline: readonly ProfileCorner[]; depth: number; round: number }
  | { op: 'turned'; profile: readonly ProfileCorner[] }
  | { op: 'rod'; radius: number; length: number; round: number }
  | { op: 'ball'; radius: number }
  | { op: 'join' | 'meet'; parts: readonly Shape[]; blend: number }
  | { op: 'cut'; from: Shape; tools: readonly Shape[]; blend: number }
  | { op: 'around'; shape: Shape; count: number; phase: number }
  | ({ op: 'put'; shape: Shape } & PartPlacement)

export type Part =
  /** A body of revolution about y. A `sweep` below 360 leaves a slot; `facets` is for small hardware that needs few of them. */
  | ({
      kind: 'turned'
      profile: readonly ProfileCorner[]
      finish: SurfaceFinish
      sweep?: number
      from?: number
      facets?: number
    } & PartPlacement)
  /** A body of any form, meshed with cells of `cell` mm. */
  | ({ kind: 'carved'; shape: Shape; cell: number; finish: SurfaceFinish } & PartPlacement)
  | ({ kind: 'box'; size: Point3D; round: number; finish: SurfaceFinish } & PartPlacement)
  /** An outline extruded along z (its middle at 0) with rounded rims: plates, bars, blocks with sharp faces. */
  | ({ kind: 'prism'; outline: readonly ProfileCorner[]; depth: number; round: number; finish: SurfaceFinish } & PartPlacement)
  | ({ kind: 'ball'; radius: number; finish: SurfaceFinish } & PartPlacement)
  /** A round bar or wire along a path. */
  | ({ kind: 'wire'; path: readonly Point3D[]; radius: number; finish: SurfaceFinish; closed?: boolean } & PartPlacement)
  /** Text that is painted on a flat or cylindrical face. `bend` is the radius of the drum that it lies on. */
  | ({ kind: 'label'; art: LabelArtwork; width: number; height: number; bend?: number } & PartPlacement)
  /** Copies of the same part. */
  | ({ kind: 'copies'; part: Part; places: readonly PartPlacement[] } & PartPlacement)
  | ({ kind: 'group'; parts: readonly Part[] } & PartPlacement)

/** The content of a label. `stamp` is stamped into the metal below it; the others are printed. */
export type LabelArtwork =
  | { style: 'stamp'; text: string; finish: SurfaceFinish }
  | { style: 'drum'; title: string; lines: readonly string[]; accent: string; hazard: boolean }
  | { style: 'print'; lines: readonly string[]; ink: string }
  | { style: 'plate'; title: string; lines: readonly string[]; accent: string }

/** A length in space that is drawn over a picture, with its line beside the product. */
export interface ViewMeasure {
  /** The upper end, the lower end, and where the product touches the line at the upper end. */
  points: readonly [top: Point3D, low: Point3D, touch: Point3D]
  /** In millimetres. */
  length: number
  text: string
  side: 'left' | 'right'
}

/** One picture: the placed parts, and the position of the camera. */
export interface ProductView {
  parts: readonly Part[]
  /** The direction from the product to the camera. */
  from: Point3D
  /** The part of the frame that the product fills. */
  fill?: number
  /** A close-up: the point in the middle of the frame, and the visible radius. */
  focus?: { at: Point3D; radius: number }
  /** The share of the frame that a millimetre of the first measure takes, instead of `fill`. The cut-out fills its frame all the same. */
  millimetre?: number
  measures?: readonly ViewMeasure[]
}

export type StrokeStyle = 'outline' | 'edge' | 'hidden' | 'centre' | 'hatch'

/** A line of the dimension drawing, in millimetres. A later one covers earlier ones if it is filled. */
export type Stroke =
  | { kind: 'turned'; profile: readonly ProfileCorner[]; at?: Point2D; turn?: number; fill?: boolean; style?: StrokeStyle }
  | { kind: 'path'; points: readonly Point2D[]; style: StrokeStyle; closed?: boolean; fill?: boolean }
  | { kind: 'circle'; at: Point2D; radius: number; style: StrokeStyle; fill?: boolean }

/** A measured length along x or y, with its line at `line` on the other axis. */
export interface DimensionLine {
  along: 'x' | 'y'
  from: Point2D
  to: Point2D
  line: number
  text: string
}

/** A leader: an arrow to a point, with text next to its elbow. */
export interface SheetNote {
  at: Point2D
  elbow: Point2D
  text: string
}

export interface AngleDimension {
  at: Point2D
  radius: number
  from: number
  to: number
  text: string
}

export interface DrawingSheet {
  title: string
  strokes: readonly Stroke[]
  measures: readonly DimensionLine[]
  notes?: readonly SheetNote[]
  angles?: readonly AngleDimension[]
}

/** Everything that a form provides for one product. */
export interface ProductModel {
  views: readonly [ProductView, ProductView, ProductView]
  sheet: DrawingSheet
}
