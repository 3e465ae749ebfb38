/**
 * Owns how staff write goods: drafts, publishing, versions and relations.
 * Writes the tables `goods_draft`, `goods_relation` and `goods_version`.
 * Never writes goods, SKUs, prices or stock itself: the modules that own them do.
 */

export { publishDraft } from './publish.ts'
export { publishDueGoods } from './publish-due.ts'
export { createDraft } from './save-draft.ts'
