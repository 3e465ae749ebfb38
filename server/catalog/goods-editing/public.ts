/**
 * Owns how staff edit goods: drafts, publishing, versions and relations. Writes the tables `goods_draft`, `goods_relation` and
 * `goods_version`. Never writes goods, SKUs, prices or stock itself: the modules that own them do.
 */

export { computeGoodsAttributeProblems, normaliseGoodsContent, sortAttributeValues } from './attribute-values.ts'
export { changeGoodsState } from './change-state.ts'
export { type ConsoleGoodsFilter, findGoodsIdsForConsole, listGoodsForConsole } from './console/goods-list.ts'
export { findAfterSaleRulesByGoodsAtTime, findGoodsCodesTakenByDrafts, findGoodsIdsWithDraft } from './content-store.ts'
export { findEditingRestrictionOfStaff, lockGoodsAtVersion, readNamesForGoodsContents } from './goods-at-version.ts'
export { type GoodsWithContent, readGoodsWithContentById } from './published-content.ts'
export { publishContents } from './publishing/publish-contents.ts'
export { publishDraft } from './publishing/publish-draft.ts'
export { publishDueGoods } from './publishing/publish-due.ts'
export { saveVersionOfSameContent } from './publishing/save-version.ts'
export { computeMissingFileProblems } from './publishing-problems.ts'
export { createGoodsWithDraft, saveDraft } from './save-draft.ts'
