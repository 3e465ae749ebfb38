/**
 * The types that describe a product. Lengths are millimetres, angles degrees, y points up, and the ground is y = 0. It is plain data: the
 * studio turns it into meshes, the dimension drawing into lines, the tests into checks.
 */

export type V2 = readonly [x: number, y: number]
export type V3 = readonly [x: number, y: number, z: number]

/** A corner of a profile or outline, rounded with a radius: for a turned part [radius, height, fillet], else [x, y, fillet]. */
export type Corner = readonly [x: number, y: number, fillet?: number]

/** The finish of a surface. The studio knows the colour, the grain and the gloss of each. */
export type Finish =
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
export interface Place {
  at?: V3
  turn?: V3
}

/** A body of any form as a tree of distances, such as a forging or a casting. `blend` is the radius of the joint. */
export type Shape =
  | { op: 'box'; size: V3; round: number }
  | { op: 'prism'; outline: readonly Corner[]; depth: number; round: number }
  | { op: 'turned'; profile: readonly Corner[] }
  | { op: 'rod'; radius: number; length: number; round: number }
  | { op: 'ball'; radius: number }
  | { op: 'join' | 'meet'; parts: readonly Shape[]; blend: number }
  | { op: 'cut'; from: Shape; tools: readonly Shape[]; blend: number }
  | { op: 'around'; shape: Shape; count: number; phase: number }
  | ({ op: 'put'; shape: Shape } & Place)

export type Part =
  /** A body of revolution about y. A `sweep` below 360 leaves a slot; `facets` is for small hardware that needs few of them. */
  | ({ kind: 'turned'; profile: readonly Corner[]; finish: Finish; sweep?: number; from?: number; facets?: number } & Place)
  /** A body of any form, meshed with cells of `cell` mm. */
  | ({ kind: 'carved'; shape: Shape; cell: number; finish: Finish } & Place)
  | ({ kind: 'box'; size: V3; round: number; finish: Finish } & Place)
  /** An outline extruded along z (its middle at 0) with rounded rims: plates, bars, blocks with sharp faces. */
  | ({ kind: 'prism'; outline: readonly Corner[]; depth: number; round: number; finish: Finish } & Place)
  | ({ kind: 'ball'; radius: number; finish: Finish } & Place)
  /** A round bar or wire along a path. */
  | ({ kind: 'wire'; path: readonly V3[]; radius: number; finish: Finish; closed?: boolean } & Place)
  /** Text that is painted on a flat or cylindrical face. `bend` is the radius of the drum that it lies on. */
  | ({ kind: 'label'; art: Art; width: number; height: number; bend?: number } & Place)
  /** Copies of the same part. */
  | ({ kind: 'copies'; part: Part; places: readonly Place[] } & Place)
  | ({ kind: 'group'; parts: readonly Part[] } & Place)

/** The content of a label. `stamp` is stamped into the metal below it; the others are printed. */
export type Art =
  | { style: 'stamp'; text: string; finish: Finish }
  | { style: 'drum'; title: string; lines: readonly string[]; accent: string; hazard: boolean }
  | { style: 'print'; lines: readonly string[]; ink: string }
  | { style: 'plate'; title: string; lines: readonly string[]; accent: string }

/** One picture: the placed parts, and the position of the camera. */
export interface View {
  parts: readonly Part[]
  /** The direction from the product to the camera. */
  from: V3
  /** The part of the frame that the product fills. */
  fill?: number
  /** A close-up: the point in the middle of the frame, and the visible radius. */
  focus?: { at: V3; radius: number }
}

export type Style = 'outline' | 'edge' | 'hidden' | 'centre' | 'hatch'

/** A line of the dimension drawing, in millimetres. A later one covers earlier ones if it is filled. */
export type Stroke =
  | { kind: 'turned'; profile: readonly Corner[]; at?: V2; turn?: number; fill?: boolean; style?: Style }
  | { kind: 'path'; points: readonly V2[]; style: Style; closed?: boolean; fill?: boolean }
  | { kind: 'circle'; at: V2; radius: number; style: Style; fill?: boolean }

/** A measured length along x or y, with its line at `line` on the other axis. */
export interface Measure {
  along: 'x' | 'y'
  from: V2
  to: V2
  line: number
  text: string
}

/** A leader: an arrow to a point, with text next to its elbow. */
export interface Note {
  at: V2
  elbow: V2
  text: string
}

export interface Angle {
  at: V2
  radius: number
  from: number
  to: number
  text: string
}

export interface Sheet {
  title: string
  strokes: readonly Stroke[]
  measures: readonly Measure[]
  notes?: readonly Note[]
  angles?: readonly Angle[]
}

/** Everything that a form provides for one product. */
export interface Drawn {
  views: readonly [View, View, View]
  sheet: Sheet
}
