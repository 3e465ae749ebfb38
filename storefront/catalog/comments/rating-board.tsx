import { commentStarsDescending, type GoodsRating } from '#contract/orders/comments/shapes.ts'
import { formatCount } from '#ui/format.ts'
import { type CommentFilterName, commentFiltersByName, computeStarSharePercent, formatAverageStars } from './goods-comments-view.ts'
import { ReadOnlyStars, SHARE_BAR_CLASSES } from './stars.tsx'

interface Props {
  rating: GoodsRating
  chosen: CommentFilterName
  onChoose: (filter: CommentFilterName) => void
}

const CHIPS = ['all', 'good', 'mid', 'bad', 'pictured'] as const

/** The average rating, the number of comments by stars, and the filters. */
export function RatingSummaryWithFilters({ rating, chosen, onChoose }: Props) {
  return (
    <div className="mb-3 grid gap-x-8 gap-y-4 md:grid-cols-[auto_minmax(0,280px)_1fr] md:items-center">
      <p className="flex items-center gap-3 md:flex-col md:gap-1">
        <strong className="num text-[36px] leading-none text-copper">{formatAverageStars(rating)}</strong>
        <span className="flex flex-col items-start gap-0.5 md:items-center">
          <ReadOnlyStars value={Math.round(rating.tenths / 10)} label={`平均 ${formatAverageStars(rating)} 星`} />
          <span className="text-sm text-mute">
            <span className="num">{formatCount(rating.count)}</span> 条评论
          </span>
        </span>
      </p>
      <ul>
        {commentStarsDescending.map((one) => (
          <li key={one}>
            <StarBar rating={rating} name={`s${one}`} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <fieldset className="flex flex-wrap gap-2 md:justify-end" aria-label="筛选评论">
        {CHIPS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={chosen === name}
            onClick={() => onChoose(name)}
            className={`h-9 rounded-control border px-3 text-sm ${chosen === name ? 'border-jade bg-jade-tint font-medium text-jade' : 'border-line bg-white hover:border-jade hover:text-jade'}`}
          >
            {commentFiltersByName[name].label} <span className="num">{formatCount(commentFiltersByName[name].of(rating))}</span>
          </button>
        ))}
      </fieldset>
    </div>
  )
}

function StarBar({ rating, name, chosen, onChoose }: Props & { name: CommentFilterName }) {
  const many = commentFiltersByName[name].of(rating)
  return (
    <button
      type="button"
      aria-pressed={chosen === name}
      onClick={() => onChoose(chosen === name ? 'all' : name)}
      className={`flex h-6 w-full items-center gap-2 rounded-control px-1 text-sm hover:text-jade ${chosen === name ? 'bg-jade-tint font-medium text-jade' : 'text-mute'}`}
    >
      <span className="w-8 text-left">{commentFiltersByName[name].label}</span>
      <progress value={many} max={rating.count} className={`h-1.5 min-w-0 flex-1 ${SHARE_BAR_CLASSES}`} aria-hidden />
      <span className="num w-9 text-right">{computeStarSharePercent(many, rating)}%</span>
      <span className="sr-only">，{many} 条，只看这些</span>
    </button>
  )
}
