import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { categoryAttributesQuery, goodsApi, goodsDetailQuery } from '#console/catalog/goods-editing/goods-api.ts'
import { AttributesSection } from '#console/catalog/goods-editing/sections/attributes-section.tsx'
import { BasicSection } from '#console/catalog/goods-editing/sections/basic-section.tsx'
import { CrossReferencesSection } from '#console/catalog/goods-editing/sections/cross-references-section.tsx'
import { DescriptionSection } from '#console/catalog/goods-editing/sections/description-section.tsx'
import { DocumentsSection } from '#console/catalog/goods-editing/sections/documents-section.tsx'
import { PicturesSection } from '#console/catalog/goods-editing/sections/pictures-section.tsx'
import { RelationsSection } from '#console/catalog/goods-editing/sections/relations-section.tsx'
import { SkusSection } from '#console/catalog/goods-editing/skus/skus-section.tsx'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import type { ConsoleGoodsDetail } from '#contract/catalog/goods-editing/shapes.ts'
import { ResolveEditCollisionPanel } from './collision-panel.tsx'
import { toEditorDraft, toGoodsContent } from './draft.ts'
import { DraftStore } from './draft-store.ts'
import { DraftStoreContext, FieldProblemsByPathContext, toFieldProblemsByPath, useDraftSnapshot } from './editor-context.ts'
import { GoodsEditorHead } from './editor-head.tsx'
import { type BrowserGoodsCheckData, type EditorSection, editorSections, listEditorProblems } from './problems-view.ts'
import { EditorSectionRailWithProblems, editorSectionElementId } from './rail.tsx'
import { useSaveOrConfirmBeforeLeave } from './use-leave-warning.ts'
import './editor.css'

interface Props {
  /** undefined: new goods. */
  detail: ConsoleGoodsDetail | undefined
  content: GoodsContent
  created: (goodsId: string) => void
}

/** The editor of one product: a rail and all sections on one page. */
export function GoodsEditor({ detail: opened, content, created }: Props) {
  const queries = useQueryClient()
  const [store] = useState(
    () =>
      new DraftStore(
        toEditorDraft(content),
        { goodsId: opened?.goodsId, rowVersion: opened?.rowVersion ?? 0, problems: opened?.problems ?? [] },
        async (input) => {
          const saved = await goodsApi.save(input)
          if (input.goodsId === undefined) created(saved.goodsId)
          // Lists and versions are fetched again when they are shown next. Saving does not change the data of this screen.
          void queries.invalidateQueries({ queryKey: ['consoleGoods'], refetchType: 'none' })
          return saved
        },
      ),
  )
  const [detail, setDetail] = useState(opened)
  const snapshot = useDraftSnapshot(store)
  useSaveOrConfirmBeforeLeave(store)
  const { draft, saved, problems: found, invalid, goodsId } = useDeferredValue(snapshot)
  const attributes = useQuery(categoryAttributesQuery(draft.categoryId)).data
  const facts = useMemo(
    (): BrowserGoodsCheckData => ({
      attributes,
      published: detail?.published ?? null,
      ordered: new Set((detail?.skus ?? []).flatMap(({ skuId, ordered }) => (ordered ? [skuId] : []))),
    }),
    [attributes, detail],
  )
  const problems = useMemo(
    () =>
      listEditorProblems({
        content: toGoodsContent(draft),
        saved: toGoodsContent(saved),
        found,
        facts,
        invalid,
        unsaved: goodsId === undefined,
      }),
    [draft, saved, found, facts, invalid, goodsId],
  )
  const [asked, setAsked] = useState(false)
  // A missing value is shown in the rail. It is shown at its field only after the person tried to publish.
  const problemsByPath = useMemo(
    () => toFieldProblemsByPath(asked ? problems : problems.filter(({ missing }) => !missing)),
    [problems, asked],
  )
  const published = useMemo(() => new Set((detail?.published?.skus ?? []).flatMap(({ skuId }) => skuId ?? [])), [detail])
  const readAnew = async () => {
    const { goodsId } = store.read()
    if (goodsId === undefined) return
    await store.adopt(async () => {
      const fresh = await queries.fetchQuery({ ...goodsDetailQuery(goodsId), staleTime: 0 })
      setDetail(fresh)
      const next = fresh.draft?.content ?? fresh.published
      return next ? { draft: toEditorDraft(next), stored: fresh } : undefined
    })
    await queries.invalidateQueries({ queryKey: ['consoleGoods'], predicate: ({ queryKey }) => queryKey[1] !== 'detail' })
  }
  return (
    <DraftStoreContext value={store}>
      <FieldProblemsByPathContext value={problemsByPath}>
        <GoodsEditorHead store={store} detail={detail} problems={problems} wantPublish={() => setAsked(true)} readAnew={readAnew} />
        {snapshot.collision && (
          <ResolveEditCollisionPanel key={snapshot.collision.rowVersion} store={store} collision={snapshot.collision} />
        )}
        <div className="goods-editor">
          <EditorSectionRailWithProblems problems={problems} />
          <div className="goods-sections">
            <SectionPanel name="basic">
              <BasicSection fresh={opened === undefined} />
            </SectionPanel>
            <SectionPanel name="pictures">
              <PicturesSection />
            </SectionPanel>
            <SectionPanel name="skus">
              <SkusSection published={published} />
            </SectionPanel>
            <SectionPanel name="crossReferences">
              <CrossReferencesSection />
            </SectionPanel>
            <SectionPanel name="attributes">
              <AttributesSection />
            </SectionPanel>
            <SectionPanel name="description">
              <DescriptionSection />
            </SectionPanel>
            <SectionPanel name="documents">
              <DocumentsSection />
            </SectionPanel>
            <SectionPanel name="relations">
              <RelationsSection />
            </SectionPanel>
          </div>
        </div>
      </FieldProblemsByPathContext>
    </DraftStoreContext>
  )
}

function SectionPanel({ name, children }: { name: EditorSection; children: ReactNode }) {
  return (
    <section
      className="panel goods-section"
      id={editorSectionElementId(name)}
      tabIndex={-1}
      aria-labelledby={`${editorSectionElementId(name)}-title`}
    >
      <header className="panel-head">
        <h2 id={`${editorSectionElementId(name)}-title`}>{editorSections[name].title}</h2>
      </header>
      <div className="panel-body">{children}</div>
    </section>
  )
}
