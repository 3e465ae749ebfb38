import type { RefusalTable } from './table.ts'

/** Refusals for attributes, attribute sets, machine models and the import of goods. */
export const attributeRefusals = {
  ATTRIBUTE_NOT_FOUND: { code: 404, msg: '参数不存在或已删除' },
  ATTRIBUTE_CODE_TAKEN: { code: 409, msg: '该参数编码已被使用，请换一个' },
  ATTRIBUTE_RULER_TAKEN: { code: 409, msg: '已有参数用作首页的硬度标尺，请先取消' },
  ATTRIBUTE_IN_USE: { code: 409, msg: '该参数正在使用，不能这样修改' },
  ATTRIBUTES_FULL: { code: 422, msg: '参数最多建 2000 个，请先删除不用的参数' },
  ATTRIBUTE_CHOICE_NOT_FOUND: { code: 404, msg: '选项不存在或已删除，请刷新后重新选择' },
  CHOICES_TELL_SKUS_APART: { code: 409, msg: '有商品的规格靠这两个选项区分，不能合并' },
  ATTRIBUTE_SET_NOT_FOUND: { code: 404, msg: '参数模板不存在或已删除' },
  ATTRIBUTE_SET_NAME_TAKEN: { code: 409, msg: '已有同名的参数模板，请换一个名称' },
  ATTRIBUTE_SET_IN_USE: { code: 409, msg: '有分类正在使用该模板，不能删除' },
  ATTRIBUTE_SETS_FULL: { code: 422, msg: '参数模板最多建 500 个，请先删除不用的模板' },
  MACHINE_MODEL_NOT_FOUND: { code: 404, msg: '机型不存在或已删除' },
  MACHINE_MODEL_TAKEN: { code: 409, msg: '该制造商已有这个型号' },
  MACHINE_MODEL_IN_USE: { code: 409, msg: '有商品适用于该机型，不能删除' },
  GOODS_FILE_UNREADABLE: { code: 422, msg: '文件无法识别，请上传 XLSX、CSV 或 ZIP，表格首行为列名，至少包含商品编码和规格编码' },
  GOODS_FILE_TOO_LARGE: { code: 422, msg: '文件过大：表格最多 32 MB、100000 行，ZIP 最多 128 MB，请分开导入' },
  GOODS_IMPORT_NOT_FOUND: { code: 404, msg: '导入记录不存在或已过期' },
  GOODS_IMPORT_STATE_WRONG: { code: 409, msg: '该导入已不在这个状态，请刷新' },
  GOODS_IMPORT_MOVED: { code: 409, msg: '试算结果与页面上的不同，请刷新后核对' },
  MACHINE_MODELS_FULL: { code: 422, msg: '机型最多建 10000 个，请先删除不用的机型' },
} as const satisfies RefusalTable
