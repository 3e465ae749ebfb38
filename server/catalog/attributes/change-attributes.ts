// What staff can do with attributes: save, delete, merge two choices.
import type { AttributeInput } from '#contract/catalog/attributes/save-input.ts'
import { getReasonAgainstAttributeFlag } from '#contract/catalog/attributes/save-input.ts'
import {
  ATTRIBUTE_DECIMALS_MAX,
  ATTRIBUTES_MAX,
  type AttributeChoice,
  type AttributeDetail,
  attributeFlags,
  attributeKinds,
  CHOICE_SYNONYMS_MAX,
} from '#contract/catalog/attributes/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { formatNamesAndCount } from '#server/platform/core/format-names-and-count.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { formatRowEdit, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import {
  type AttributeRecord,
  countAttributes,
  deleteAttributeRow,
  findAttributesById,
  findAttributeWithUses,
  findChoicesByAttribute,
  findConflictingAttribute,
  insertAttribute,
  insertChoices,
  replaceChoices,
  updateAttributeRow,
} from './attribute-store.ts'
import {
  countGoodsByChoice,
  type FindGoodsNamesById,
  listAttributeSetsUsingAttribute,
  requireChangeBreaksNoGoodsValues,
} from './attribute-uses.ts'
import { findGoodsIdsWithSkusEqualAfterMerge, moveAttributeValuesToOtherChoice } from './goods-attributes.ts'
import { lockAllAttributesAndSets } from './lock-attributes.ts'

interface Editor {
  staffId: string
  findGoods: FindGoodsNamesById
}

async function requireAttribute(db: Db, id: string): Promise<AttributeRecord & { choices: AttributeChoice[] }> {
  const [known] = await findAttributesById(db, [id])
  if (!known) refuse('ATTRIBUTE_NOT_FOUND')
  return { ...known, choices: (await findChoicesByAttribute(db, [id])).get(id) ?? [] }
}

/** Reads an attribute with its choices and where it is used. Refuses ATTRIBUTE_NOT_FOUND. */
export async function readAttributeDetail(db: Db, id: string): Promise<AttributeDetail> {
  const row = (await findAttributeWithUses(db, id)) ?? refuse('ATTRIBUTE_NOT_FOUND')
  const choices = (await findChoicesByAttribute(db, [id])).get(id) ?? []
  const uses = await countGoodsByChoice(db, id)
  const sets = await listAttributeSetsUsingAttribute(db, id)
  return {
    ...row,
    choices: choices.map((choice) => ({ ...choice, goodsCount: uses.get(choice.choiceId) ?? 0 })),
    sets: sets.map(({ setId, name }) => ({ setId, name })),
  }
}

async function requireFreeNames(tx: Tx, { id, code, ruler }: AttributeInput): Promise<void> {
  const other = await findConflictingAttribute(tx, { id, code })
  if (other) refuse('ATTRIBUTE_CODE_TAKEN', { field: 'code', msg: `编码 ${code} 已用于参数“${other.name}”，请换一个` })
  const marked = ruler ? await findConflictingAttribute(tx, { id, ruler: true }) : undefined
  if (marked) refuse('ATTRIBUTE_RULER_TAKEN', { field: 'ruler', msg: `参数“${marked.name}”已用作首页的硬度标尺，请先取消` })
}

/** The choices with their ids. New choices get their ids here. */
const toChoices = (moment: Moment, { choices }: AttributeInput): AttributeChoice[] =>
  choices.map(({ choiceId = moment.newId(), name, synonyms = [] }) => ({ choiceId, name, synonyms }))

/** Creates an attribute. Refuses ATTRIBUTE_CODE_TAKEN, ATTRIBUTE_RULER_TAKEN, ATTRIBUTES_FULL, ATTRIBUTE_CHOICE_NOT_FOUND. */
export async function createAttribute(tx: Tx, moment: Moment, input: AttributeInput): Promise<{ id: string }> {
  await lockAllAttributesAndSets(tx, 'change')
  await requireFreeNames(tx, input)
  if ((await countAttributes(tx)) >= ATTRIBUTES_MAX) refuse('ATTRIBUTES_FULL')
  if (input.choices.some(({ choiceId }) => choiceId !== undefined)) refuse('ATTRIBUTE_CHOICE_NOT_FOUND')
  const { id: _, choices: __, rowVersion: ___, ...definition } = input
  const id = await insertAttribute(tx, moment, definition)
  await insertChoices(tx, id, toChoices(moment, input))
  return { id }
}

const labels = {
  code: '编码',
  name: '名称',
  kind: '类型',
  unit: '单位',
  decimals: '小数位数',
  lower: '下限',
  upper: '上限',
  multiple: '可多选',
  required: attributeFlags.required.label,
  filterable: attributeFlags.filterable.label,
  compared: attributeFlags.compared.label,
  makesSkus: attributeFlags.makesSkus.label,
  onCard: attributeFlags.onCard.label,
  ruler: '硬度标尺',
  choices: '选项',
}
const describe = (
  attribute: AttributeRecord | AttributeInput,
  choices: readonly { name: string; synonyms?: readonly string[] | undefined }[],
) => ({
  ...attribute,
  kind: attributeKinds[attribute.kind].label,
  choices: choices.map(({ name, synonyms = [] }) => [name, ...synonyms].join('=')).join('、'),
})

/**
 * Lists of goods are narrowed by the hardness that the ruler says, and the search knows the choices of goods by all their names. There may be
 * too many goods to tell it at once.
 */
const publishSearchChanged = (tx: Tx, moment: Moment, attributeId: string, { ruler }: { ruler: boolean }) =>
  publishEvents(tx, moment, [{ topic: ruler ? 'hardness.changed' : 'choices.changed', payload: { attributeId } }])

const namesOf = (choices: readonly { name: string; synonyms?: readonly string[] | undefined }[]): string =>
  choices
    .flatMap(({ name, synonyms = [] }) => [name, ...synonyms])
    .sort()
    .join('\n')

/** Refuses a change of the kind that sets do not allow: a line makes SKUs or is a filter, and the new kind supports neither. */
async function requireFittingSets(tx: Tx, attributeId: string, given: AttributeInput): Promise<void> {
  for (const { name, ...line } of await listAttributeSetsUsingAttribute(tx, attributeId))
    for (const flag of ['filterable', 'makesSkus'] as const) {
      const fault = line[flag] ? getReasonAgainstAttributeFlag(given, flag) : undefined
      if (fault) refuse('ATTRIBUTE_IN_USE', { field: 'kind', msg: `模板“${name}”中该参数${attributeFlags[flag].label}，${fault}` })
    }
}

/** Refuses a change that would break values that goods have, or change what they mean. */
async function requireUnbrokenValues(
  tx: Tx,
  known: Awaited<ReturnType<typeof requireAttribute>>,
  given: AttributeInput,
  findGoods: FindGoodsNamesById,
): Promise<void> {
  const about = { attributeId: known.attributeId, findGoods }
  if (given.kind !== known.kind)
    await requireChangeBreaksNoGoodsValues(tx, { ...about, field: 'kind', reason: '已填写该参数，不能更改类型' })
  if (given.unit !== known.unit)
    await requireChangeBreaksNoGoodsValues(tx, { ...about, field: 'unit', reason: '已填写该参数，不能更改单位' })
  if (given.kind === 'number') {
    const { decimals, lower, upper } = given
    await requireChangeBreaksNoGoodsValues(tx, {
      ...about,
      numbers: { decimals, lower: null, upper: null },
      field: 'decimals',
      reason: `的值多于 ${decimals} 位小数`,
    })
    await requireChangeBreaksNoGoodsValues(tx, {
      ...about,
      numbers: { decimals: ATTRIBUTE_DECIMALS_MAX, lower, upper: null },
      field: 'lower',
      reason: '的值小于新的下限',
    })
    await requireChangeBreaksNoGoodsValues(tx, {
      ...about,
      numbers: { decimals: ATTRIBUTE_DECIMALS_MAX, lower: null, upper },
      field: 'upper',
      reason: '的值大于新的上限',
    })
  }
  if (known.multiple && !given.multiple)
    await requireChangeBreaksNoGoodsValues(tx, { ...about, several: true, field: 'multiple', reason: '选了多个值，不能改为单选' })
  const kept = new Set(given.choices.map(({ choiceId }) => choiceId))
  const removed = known.choices.filter(({ choiceId }) => !kept.has(choiceId))
  const reason = `正在使用，不能删除${formatNamesAndCount(
    '选项',
    removed.map(({ name }) => name),
    removed.length,
  )}；可以先并入其他选项`
  await requireChangeBreaksNoGoodsValues(tx, { ...about, choiceIds: removed.map(({ choiceId }) => choiceId), field: 'choices', reason })
}

/**
 * Changes an attribute and its choices. Refuses ROW_CHANGED, ATTRIBUTE_NOT_FOUND, ATTRIBUTE_CODE_TAKEN, ATTRIBUTE_RULER_TAKEN,
 * ATTRIBUTE_CHOICE_NOT_FOUND, and ATTRIBUTE_IN_USE with the goods whose values the change would break.
 */
export async function changeAttribute(
  tx: Tx,
  moment: Moment,
  { id, staffId, findGoods, ...input }: Editor & AttributeInput & { id: string },
): Promise<{ id: string }> {
  await lockAllAttributesAndSets(tx, 'change')
  const row = { kind: 'attribute', key: id } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: input.rowVersion })
  const known = await requireAttribute(tx, id)
  await requireFreeNames(tx, { id, ...input })
  const own = new Set(known.choices.map(({ choiceId }) => choiceId))
  const named = input.choices.flatMap(({ choiceId }) => choiceId ?? [])
  if (named.some((choiceId) => !own.has(choiceId)) || new Set(named).size !== named.length) refuse('ATTRIBUTE_CHOICE_NOT_FOUND')
  await requireFittingSets(tx, id, input)
  await requireUnbrokenValues(tx, known, input, findGoods)
  const { choices, rowVersion: _, ...definition } = input
  await updateAttributeRow(tx, id, definition)
  await replaceChoices(tx, id, toChoices(moment, input))
  await recordRowEdit(tx, moment, {
    ...row,
    staffId,
    what: formatRowEdit(labels, describe(known, known.choices), describe(input, choices)),
  })
  const ruler = known.ruler || input.ruler
  if (ruler || namesOf(choices) !== namesOf(known.choices)) await publishSearchChanged(tx, moment, id, { ruler })
  await incrementCatalogVersion(tx)
  return { id }
}

/** Deletes an attribute. Refuses ROW_CHANGED, ATTRIBUTE_NOT_FOUND, and ATTRIBUTE_IN_USE with the goods or sets that use it. */
export async function deleteAttribute(
  tx: Tx,
  { id, rowVersion, findGoods }: Pick<Editor, 'findGoods'> & { id: string; rowVersion: number },
): Promise<void> {
  await lockAllAttributesAndSets(tx, 'change')
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'attribute', key: id, seen: rowVersion })
  await requireAttribute(tx, id)
  await requireChangeBreaksNoGoodsValues(tx, { attributeId: id, findGoods, field: 'id', reason: '已填写该参数，不能删除' })
  const sets = (await listAttributeSetsUsingAttribute(tx, id)).map(({ name }) => name)
  if (sets.length > 0)
    refuse('ATTRIBUTE_IN_USE', { field: 'id', sets, msg: `${formatNamesAndCount('模板', sets)}包含该参数，请先从模板中移除` })
  await deleteAttributeRow(tx, id)
}

/**
 * Merges a choice into another one of the same attribute: values of goods follow, and its names become synonyms. Refuses ROW_CHANGED,
 * ATTRIBUTE_NOT_FOUND, ATTRIBUTE_CHOICE_NOT_FOUND, and CHOICES_TELL_SKUS_APART if two SKUs of the same goods would become equal.
 */
export async function mergeAttributeChoices(
  tx: Tx,
  moment: Moment,
  {
    id,
    fromChoiceId,
    intoChoiceId,
    rowVersion,
    staffId,
    findGoods,
  }: Editor & { id: string; fromChoiceId: string; intoChoiceId: string; rowVersion: number },
): Promise<void> {
  await lockAllAttributesAndSets(tx, 'change')
  const row = { kind: 'attribute', key: id } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const { choices, ruler } = await requireAttribute(tx, id)
  const from = choices.find(({ choiceId }) => choiceId === fromChoiceId)
  const into = choices.find(({ choiceId }) => choiceId === intoChoiceId)
  if (!from || !into) refuse('ATTRIBUTE_CHOICE_NOT_FOUND')
  const merge = { attributeId: id, fromChoiceId, intoChoiceId }
  const equal = await findGoodsIdsWithSkusEqualAfterMerge(tx, merge)
  if (equal.length > 0) {
    const goods = (await findGoods(tx, equal.slice(0, 3))).map(({ name }) => name).sort()
    const msg = `${formatNamesAndCount('商品', goods, equal.length)}的规格靠“${from.name}”和“${into.name}”区分，不能合并`
    refuse('CHOICES_TELL_SKUS_APART', { count: equal.length, goods, msg })
  }
  await moveAttributeValuesToOtherChoice(tx, merge)
  const synonyms = [...into.synonyms, from.name, ...from.synonyms].slice(0, CHOICE_SYNONYMS_MAX)
  const left = choices.filter((choice) => choice !== from).map((choice) => (choice === into ? { ...choice, synonyms } : choice))
  await replaceChoices(tx, id, left)
  await recordRowEdit(tx, moment, { ...row, staffId, what: `选项“${from.name}”并入“${into.name}”` })
  await publishSearchChanged(tx, moment, id, { ruler })
  await incrementCatalogVersion(tx)
}
