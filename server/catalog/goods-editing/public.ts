/**
 * Owns how staff write goods: drafts, publishing, versions and relations.
 * Writes the tables `goods_draft`, `goods_relation` and `goods_version`.
 * Never writes goods, SKUs, prices or stock itself: the modules that own them do.
 */

export { findGoodsAttributeProblems, normaliseGoodsContent, sortAttributeValues } from './attribute-values.ts'
export { changeGoodsState } from './change-state.ts'
export { findGoodsForConsole, type GoodsFilter, listGoodsForConsole } from './console/goods-list.ts'
export { findAfterSaleRules, findCodesTakenByDrafts, findDraftsOfGoods } from './content-store.ts'
export { findShopsOfEditor, lockGoodsAtVersion, readContentNames } from './goods-at-version.ts'
export { type GoodsWithContent, readGoodsWithContent } from './published-content.ts'
export { publishContents } from './publishing/publish-contents.ts'
export { publishDraft } from './publishing/publish-draft.ts'
export { publishDueGoods } from './publishing/publish-due.ts'
export { findLibraryProblems } from './publishing-problems.ts'
export { createDraft, saveDraft } from './save-draft.ts'
