/**
 * Owns the machine models, and which goods fit them. Writes the tables `goods_machine_model` and `machine_model`. Never knows which
 * machines a company has: sites/equipment does.
 */

export {
  findGoodsIdsOfMachineModel,
  findMachineModelIdsByGoods,
  findMachineModels,
  findUnknownMachineModelIds,
  listMachineModelNamesById,
  machineModelNamesSql,
  replaceMachineModelsOfGoods,
  replaceMachineModelsOfManyGoods,
} from './goods-machine-models.ts'
export { createMachineModel } from './machine-models.ts'
