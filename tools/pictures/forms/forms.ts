import { carbideBar } from './carbide/bar.ts'
import { alloyBead } from './carbide/bead.ts'
import { carbideButton } from './carbide/button.ts'
import { carbideTip } from './carbide/tip.ts'
import type { Numbers } from './numbers.ts'
import { fluidCan } from './packs/can.ts'
import { greaseCartridge } from './packs/cartridge.ts'
import { dieselDrum } from './packs/drum.ts'
import { greasePail } from './packs/grease.ts'
import { ibcTank } from './packs/ibc.ts'
import { conicalPick } from './picks/conical-pick.ts'
import { millingTooth } from './picks/milling-tooth.ts'
import { augerTooth } from './rotary/auger-tooth.ts'
import { coreBarrelTooth } from './rotary/core-barrel-tooth.ts'
import { flatTooth } from './rotary/flat-tooth.ts'
import { rollerCone } from './rotary/roller-cone.ts'
import { seatQuickChange } from './seats/quick-change.ts'
import { seatRetainingPin } from './seats/retaining-pin.ts'
import { seatStamped } from './seats/stamped.ts'
import { seatWeld } from './seats/weld.ts'
import type { Drawn } from './solids.ts'
import { tankerDelivery } from './tanker/delivery.ts'
import { pickPuller } from './tools/pick-puller.ts'
import { retainingSleeve } from './tools/retaining-sleeve.ts'
import { weldingRod } from './tools/welding-rod.ts'

export type Form = (numbers: Numbers) => Drawn

/** All forms by the name that the catalog uses. */
export const forms: Record<string, Form> = {
  'conical-pick': conicalPick,
  'milling-tooth': millingTooth,
  'flat-tooth': flatTooth,
  'auger-tooth': augerTooth,
  'roller-cone': rollerCone,
  'core-barrel-tooth': coreBarrelTooth,
  'seat-weld': seatWeld,
  'seat-quick-change': seatQuickChange,
  'seat-stamped': seatStamped,
  'seat-retaining-pin': seatRetainingPin,
  'carbide-button': carbideButton,
  'carbide-tip': carbideTip,
  'carbide-bar': carbideBar,
  'alloy-bead': alloyBead,
  'diesel-drum': dieselDrum,
  'ibc-tank': ibcTank,
  'grease-pail': greasePail,
  'grease-cartridge': greaseCartridge,
  'fluid-can': fluidCan,
  'tanker-delivery': tankerDelivery,
  'pick-puller': pickPuller,
  'retaining-sleeve': retainingSleeve,
  'welding-rod': weldingRod,
}
