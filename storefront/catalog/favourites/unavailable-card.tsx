import type { Favourite } from '#contract/catalog/favourites/api.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'

/** A favourite that is no longer sold: it stays in the list, greyed, with a note. */
export function UnavailableFavouriteCard({ liked: { name, spec, image }, onDelete }: { liked: Favourite; onDelete: () => void }) {
  return (
    <article className="panel relative flex flex-1 flex-col overflow-hidden">
      <div className="relative bg-[radial-gradient(90%_90%_at_50%_40%,#fbfbf9,#e9e8e3)]">
        <div className="aspect-[1/0.86] overflow-hidden opacity-45 grayscale">
          <GoodsPicture
            picture={image}
            alt={name}
            sizes="(min-width: 1280px) 240px, (min-width: 768px) 25vw, 46vw"
            className="h-full object-cover"
          />
        </div>
        <span className="absolute inset-x-0 top-[38%] text-center">
          <span className="bg-ink px-4 py-1 text-base tracking-[0.2em] text-white">已下架</span>
        </span>
      </div>
      <div className="flex flex-1 flex-col gap-2 p-2.5 md:px-3.5 md:pt-3 md:pb-3.5">
        <h3 className="text-base font-medium text-mute md:text-md">{name}</h3>
        <p className="line-clamp-2 flex-1 text-xs text-mute">{spec}</p>
        <p className="text-sm text-mute">
          商品已下架，可{' '}
          <Link to="/shop" search={{ keyword: name.slice(0, GOODS_KEYWORD_LENGTH_MAX) }} className="finger text-jade hover:underline">
            找同类商品
          </Link>
        </p>
        <Button look="plain" className="self-end text-sm text-mute" aria-label={`删除收藏 ${name}`} onClick={onDelete}>
          删除
        </Button>
      </div>
    </article>
  )
}
