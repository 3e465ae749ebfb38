import { FoldableList } from '#console/platform/components/folded-list.tsx'
import type { GoodsPublishingProblem } from '#contract/catalog/goods-editing/problems.ts'
import { focusFieldAtPath } from './editor-context.ts'
import { type EditorSection, editorSectionNames, editorSections, formatSkuProblemPosition, getSectionOfPath } from './problems-view.ts'

/** How many problems of one section are shown at first. */
const LISTED = 6

export const editorSectionElementId = (name: EditorSection): string => `section-${name}`

const goTo = (name: EditorSection): void => {
  const place = document.getElementById(editorSectionElementId(name))
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

/** The sections of the editor with their problems. A problem links to its field. */
export function EditorSectionRailWithProblems({ problems }: { problems: readonly GoodsPublishingProblem[] }) {
  const bySection = Map.groupBy(problems, ({ path }) => getSectionOfPath(path))
  return (
    <nav className="goods-rail" aria-label="编辑的各部分">
      <ol>
        {editorSectionNames.map((name) => {
          const own = bySection.get(name) ?? []
          return (
            <li key={name}>
              <button type="button" onClick={() => goTo(name)}>
                <span>{editorSections[name].title}</span>
                {own.length > 0 && (
                  <span className="goods-rail-count num" title={`${own.length} 处待完成`}>
                    {own.length}
                  </span>
                )}
              </button>
              {own.length > 0 && (
                <FoldableList
                  items={own}
                  shown={LISTED}
                  render={(problem) => (
                    <li key={`${problem.path} ${problem.reason}`}>
                      <button type="button" onClick={() => focusFieldAtPath(problem.path)}>
                        {formatSkuProblemPosition(problem)}
                        {problem.reason}
                      </button>
                    </li>
                  )}
                />
              )}
            </li>
          )
        })}
      </ol>
      <p role="status" className="goods-rail-sum">
        {problems.length === 0 ? '内容完整，可以发布' : `发布前还要完成 ${problems.length} 处`}
      </p>
    </nav>
  )
}
