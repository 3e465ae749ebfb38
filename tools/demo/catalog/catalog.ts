/**
 * The demo catalog: every category and good of the mall.
 *
 * What `picture.numbers` holds, per form; all keys are always there, lengths in mm. One drawing shows one size of the good;
 * the other sizes are its SKUs.
 *
 * conical-pick        shank, head (widest body), collar (flange), tip, reach (flange face to point), length,
 *                     body 'forged' | 'black' | 'bronze', tipShape 'cone' | 'cap' | 'ballistic', sleeve (spring sleeve on the shank)
 * milling-tooth       shank, tip, head (widest body), washer (diameter), reach (washer to point), length,
 *                     body 'black' | 'blue' | 'grey', sleeve 'gold' | 'steel'
 * flat-tooth          width (cutting edge), thickness, length, shank (side of the square), tips (carbide pieces in a row)
 * auger-tooth         width, height (at the root), length, pocket (depth), edge 'point' | 'flat' | 'tiger' (three points), tips (inlays)
 * roller-cone         diameter, width, teeth 'insert' | 'milled', rows
 * core-barrel-tooth   width, thickness, length, tips (carbide pieces), mount 'bolt' | 'weld' | 'pin'
 * seat-weld, seat-quick-change, seat-stamped, seat-retaining-pin
 *                     bore, width, height, length, angle (of the bore to the base, degrees)
 * carbide-button      diameter, length, crown 'ball' | 'ballistic' | 'conical' | 'wedge', count (pieces in the picture)
 * carbide-tip         diameter, height, skirt (cylindrical part), shape 'cone' | 'cap' | 'ballistic' | 'wedge', count
 * carbide-bar         width, thickness, length, edge 'square' | 'bevel' | 'round'
 * alloy-bead          diameter, finish 'blank' | 'polished'
 * diesel-drum         litres, colour, label
 * ibc-tank            litres, label
 * tanker-delivery     label
 * grease-pail         kg (15: pail, 180: drum), colour, label
 * grease-cartridge    grams, colour, label
 * fluid-can           litres, colour, label
 * retaining-sleeve    bore, length (axial), thickness (radial), kind 'sleeve' (slit tube) | 'ring' (C-shaped wire) | 'washer'
 * pick-puller         length, jaw (opening), kind 'lever' | 'hammer' | 'hydraulic'
 * welding-rod         diameter, length, count, coat 'grey' | 'brown' | 'copper'
 *
 * colour: 'blue' | 'green' | 'orange' | 'grey' | 'red' | 'yellow' | 'black' | 'white'.
 */
import { accessoryCategory, accessoryGoods } from './accessories.ts'
import { carbideCategory, carbideGoods } from './carbide.ts'
import type { DemoCategory, DemoGoods } from './demo-goods-types.ts'
import { dieselCategory, dieselGoods } from './diesel.ts'
import { fluidCategory, fluidGoods } from './fluids.ts'
import { millingCategory, millingGoods } from './milling-teeth.ts'
import { pickCategory, pickGoods } from './picks.ts'
import { rollerConeCategory, rollerConeGoods } from './roller-cones.ts'

/** In the order of the category menu. */
export const demoCategories: readonly DemoCategory[] = [
  pickCategory,
  millingCategory,
  rollerConeCategory,
  dieselCategory,
  carbideCategory,
  fluidCategory,
  accessoryCategory,
]

export const demoGoods: readonly DemoGoods[] = [
  ...pickGoods,
  ...millingGoods,
  ...rollerConeGoods,
  ...dieselGoods,
  ...carbideGoods,
  ...fluidGoods,
  ...accessoryGoods,
]
