import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { Equipment } from '#contract/sites/projects/equipment-api.ts'
import { projectsQuery } from '#storefront/platform/components/projects-query.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount } from '#ui/format.ts'

/** One piece of equipment: its name, project and hours, with a link to its own page. */
export function EquipmentRow({ equipment: { id, name, model, serialNo, projectId, hours, readAt, wearCount } }: { equipment: Equipment }) {
  const project = useQuery(projectsQuery).data?.find((one) => one.id === projectId)
  return (
    <li className="flex flex-wrap items-center hover:bg-paper">
      <Link
        to="/equipment"
        search={{ id }}
        className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3.5 md:basis-0 md:px-5"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="block font-medium break-words">{name}</span>
          <span className="text-sm text-mute">
            {[model, serialNo === '' ? '' : `序列号 ${serialNo}`].filter((part) => part !== '').join(' · ') || '未填写型号'}
          </span>
        </span>
        <span className="basis-36 text-sm text-mute">{project?.name ?? '未归入项目'}</span>
        <span className="basis-40 text-sm">
          {hours === null ? (
            <span className="text-mute">未记录运行小时</span>
          ) : (
            <>
              <span className="num">{formatCount(hours)}</span> 小时 <span className="num text-mute">{readAt}</span>
            </>
          )}
        </span>
        <span className="text-sm text-mute">易损件 {wearCount} 种</span>
        <ChevronRight className="ml-auto size-4 text-mute" aria-hidden />
      </Link>
      {model !== '' && (
        <Link
          to="/by_machine"
          search={{ keyword: model }}
          aria-label={`${name} 的适用配件`}
          className="finger px-4 pb-3 text-sm text-jade hover:underline md:pr-5 md:pb-0"
        >
          适用配件
        </Link>
      )}
    </li>
  )
}
