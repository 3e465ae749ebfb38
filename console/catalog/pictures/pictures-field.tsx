import { Button, Checkbox, Input } from 'antd'
import { GripVertical } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { GOODS_PICTURES_MAX, type GoodsPicture, getPictureUrl, PICTURE_ALT_LENGTH_MAX } from '#contract/catalog/pictures/picture-urls.ts'
import { PictureDropArea } from './picture-drop.tsx'
import { type ArrangedGoodsPictures, addGoodsPicture, changeGoodsPicture, moveGoodsPicture, toGoodsPicture } from './picture-list.ts'
import { usePictureUploads } from './use-uploads.ts'

interface Props {
  label: string
  value: ArrangedGoodsPictures
  /** It receives the change and not the result, because several uploads can arrive between two renderings. */
  change: (update: (was: ArrangedGoodsPictures) => ArrangedGoodsPictures) => void
}

/** A field for the pictures of goods: several are uploaded at once, described, and sorted by dragging or with the arrow keys. */
export function GoodsPicturesField({ label, value, change }: Props) {
  const uploads = usePictureUploads((picture) => change((was) => addGoodsPicture(was, toGoodsPicture(picture))))
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const move = (id: string, to: number) => {
    change((was) => moveGoodsPicture(was, id, to))
    setAnnouncement(`已移到第 ${Math.min(Math.max(to, 0), value.length - 1) + 1} 张`)
  }
  return (
    <fieldset className="pictures-field" aria-label={label}>
      <ol className="picture-tiles">
        {value.map((picture, at) => (
          <Tile
            key={picture.id}
            picture={picture}
            at={at}
            drag={setDragged}
            drop={() => dragged !== undefined && move(dragged, at)}
            move={(to) => move(picture.id, to)}
            change={(part) => change((was) => changeGoodsPicture(was, picture.id, part))}
            remove={() => change((was) => was.filter(({ id }) => id !== picture.id))}
          />
        ))}
      </ol>
      <PictureDropArea what="图片" most={Math.max(0, GOODS_PICTURES_MAX - value.length - uploads.pending)} uploads={uploads} />
      <p className="mute">{`${value.length} / ${GOODS_PICTURES_MAX} 张，第一张为主图；拖动或用方向键调整顺序`}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  )
}

interface TileProps {
  picture: GoodsPicture
  at: number
  /** undefined: the drag has ended somewhere. */
  drag: (id: string | undefined) => void
  drop: () => void
  move: (to: number) => void
  change: (part: Partial<GoodsPicture>) => void
  remove: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

function Tile({ picture: { id, alt, drawing }, at, drag, drop, move, change, remove }: TileProps) {
  const name = alt === '' ? `第 ${at + 1} 张` : alt
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(at + by)
  }
  const receive = (event: DragEvent) => {
    event.preventDefault()
    drop()
  }
  return (
    <li
      draggable
      onDragStart={() => drag(id)}
      onDragEnd={() => drag(undefined)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={receive}
    >
      <img src={getPictureUrl(id, 320, 'webp')} alt={alt} width={160} height={160} loading="lazy" draggable={false} />
      <Input
        size="small"
        aria-label={`第 ${at + 1} 张的说明`}
        placeholder="图片说明"
        value={alt}
        maxLength={PICTURE_ALT_LENGTH_MAX}
        onChange={({ target }) => change({ alt: target.value })}
      />
      <div className="picture-tile-foot">
        <button type="button" className="picture-grip" aria-label={`移动${name}`} title="方向键调整顺序" onKeyDown={step}>
          <GripVertical size={15} aria-hidden />
        </button>
        <Checkbox checked={drawing} onChange={({ target }) => change({ drawing: target.checked })}>
          尺寸图
        </Checkbox>
        <Button size="small" type="text" aria-label={`移除${name}`} onClick={remove}>
          移除
        </Button>
      </div>
    </li>
  )
}
