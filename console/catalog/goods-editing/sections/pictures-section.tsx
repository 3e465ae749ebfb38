import { useDraftField, useDraftStore, useFieldProblem } from '#console/catalog/goods-editing/editor/editor-context.ts'
import { GoodsPicturesField } from '#console/catalog/pictures/pictures-field.tsx'
import type { GoodsPicture } from '#contract/catalog/pictures/picture-urls.ts'

/** The pictures, the main one first. */
export function PicturesSection() {
  const store = useDraftStore()
  const [pictures] = useDraftField('pictures')
  const wrong = useFieldProblem('pictures')
  const change = (update: (was: readonly GoodsPicture[]) => readonly GoodsPicture[]) =>
    store.change((was) => ({ ...was, pictures: [...update(was.pictures)] }))
  return (
    <div data-path="pictures">
      <GoodsPicturesField label="商品图片" value={pictures} change={change} />
      {wrong !== undefined && (
        <p className="goods-wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}
