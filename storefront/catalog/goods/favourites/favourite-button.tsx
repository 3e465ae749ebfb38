import { Heart as HeartSign } from 'lucide-react'
import { useFavourites } from './use-favourites.ts'

interface Props {
  goodsId: string
  name: string
  /** With a label, if there is space. */
  worded?: boolean
}

/** 收藏: a heart button, filled for a favourite. Guests log in first, and the favourite is added then. */
export function FavouriteButton({ goodsId, name, worded = false }: Props) {
  const { denied, likes, toggle } = useFavourites()
  if (denied) return null
  const liked = likes(goodsId)
  const act = liked ? '取消收藏' : '收藏'
  return (
    <button
      type="button"
      aria-pressed={liked}
      // The label next to the heart is a part of its accessible name.
      aria-label={`${liked && worded ? '已收藏，' : ''}${act} ${name}`}
      data-hint={worded ? undefined : act}
      onClick={() => toggle({ goodsId, liked: !liked, name })}
      className={
        worded
          ? 'inline-flex h-9 items-center gap-1.5 rounded-control px-1 text-sm text-mute hover:text-jade'
          : 'grid size-9 place-items-center rounded-full bg-white/85 text-mute hover:text-jade'
      }
    >
      <HeartSign className={`size-4.5 ${liked ? 'fill-copper text-copper' : ''}`} strokeWidth={1.6} aria-hidden />
      {worded && (liked ? '已收藏' : '收藏')}
    </button>
  )
}
