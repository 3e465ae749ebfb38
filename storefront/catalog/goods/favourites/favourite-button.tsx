import { Heart as HeartSign } from 'lucide-react'
import { useFavourites } from './use-favourites.ts'

interface Props {
  goodsId: string
  name: string
  /** With its word beside it, where there is room. */
  worded?: boolean
}

/** 收藏: a heart, filled while the good is liked. Guests log in first, and like it then. */
export function FavouriteButton({ goodsId, name, worded = false }: Props) {
  const { denied, likes, toggle } = useFavourites()
  if (denied) return null
  const liked = likes(goodsId)
  const act = liked ? '取消收藏' : '收藏'
  return (
    <button
      type="button"
      aria-pressed={liked}
      // What stands beside the heart is part of its name.
      aria-label={`${liked && worded ? '已收藏，' : ''}${act} ${name}`}
      title={act}
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
