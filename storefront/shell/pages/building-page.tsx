import { useMatches } from '@tanstack/react-router'
import { ButtonLink } from '../../parts/button.tsx'

/** A screen that is still to be built. */
export function Page() {
  const title = useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title })
  return (
    <section className="content py-20 text-center">
      <h1 className="text-xl">{title}</h1>
      <p className="mt-2 text-mute">功能建设中</p>
      <div className="mt-6 flex justify-center">
        <ButtonLink to="/" look="line">
          回到首页
        </ButtonLink>
      </div>
    </section>
  )
}
