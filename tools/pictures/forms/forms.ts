import { buildCarbideBarModel } from './carbide/bar.ts'
import { buildAlloyBeadModel } from './carbide/bead.ts'
import { buildCarbideButtonModel } from './carbide/button.ts'
import { buildCarbideTipModel } from './carbide/tip.ts'
import type { Dimensions } from './numbers.ts'
import { buildFluidCanModel } from './packs/can.ts'
import { buildGreaseCartridgeModel } from './packs/cartridge.ts'
import { buildDieselDrumModel } from './packs/drum.ts'
import { buildGreasePailModel } from './packs/grease.ts'
import { buildIbcTankModel } from './packs/ibc.ts'
import { buildConicalPickModel } from './picks/conical-pick.ts'
import { buildMillingToothModel } from './picks/milling-tooth.ts'
import { buildAugerToothModel } from './rotary/auger-tooth.ts'
import { buildCoreBarrelToothModel } from './rotary/core-barrel-tooth.ts'
import { buildFlatToothModel } from './rotary/flat-tooth.ts'
import { buildRollerConeModel } from './rotary/roller-cone.ts'
import { buildQuickChangeSeatModel } from './seats/quick-change.ts'
import { buildRetainingPinSeatModel } from './seats/retaining-pin.ts'
import { buildStampedSeatModel } from './seats/stamped.ts'
import { buildWeldSeatModel } from './seats/weld.ts'
import type { ProductModel } from './solids.ts'
import { buildTankerDeliveryModel } from './tanker/delivery.ts'
import { buildPickPullerModel } from './tools/pick-puller.ts'
import { buildRetainingSleeveModel } from './tools/retaining-sleeve.ts'
import { buildWeldingRodModel } from './tools/welding-rod.ts'

export type ModelBuilder = (numbers: Dimensions) => ProductModel

/** All forms by the name that the catalog uses. */
export const modelBuilders: Record<string, ModelBuilder> = {
  'conical-pick': buildConicalPickModel,
  'milling-tooth': buildMillingToothModel,
  'flat-tooth': buildFlatToothModel,
  'auger-tooth': buildAugerToothModel,
  'roller-cone': buildRollerConeModel,
  'core-barrel-tooth': buildCoreBarrelToothModel,
  'seat-weld': buildWeldSeatModel,
  'seat-quick-change': buildQuickChangeSeatModel,
  'seat-stamped': buildStampedSeatModel,
  'seat-retaining-pin': buildRetainingPinSeatModel,
  'carbide-button': buildCarbideButtonModel,
  'carbide-tip': buildCarbideTipModel,
  'carbide-bar': buildCarbideBarModel,
  'alloy-bead': buildAlloyBeadModel,
  'diesel-drum': buildDieselDrumModel,
  'ibc-tank': buildIbcTankModel,
  'grease-pail': buildGreasePailModel,
  'grease-cartridge': buildGreaseCartridgeModel,
  'fluid-can': buildFluidCanModel,
  'tanker-delivery': buildTankerDeliveryModel,
  'pick-puller': buildPickPullerModel,
  'retaining-sleeve': buildRetainingSleeveModel,
  'welding-rod': buildWeldingRodModel,
}
