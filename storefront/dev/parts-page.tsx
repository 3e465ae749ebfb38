import { Acting } from './acting.tsx'
import { Choosing } from './choosing.tsx'
import { Filling } from './filling.tsx'
import { Goods } from './goods.tsx'
import { Money } from './money.tsx'
import { Telling } from './telling.tsx'

/** The parts that screens are made of, each in all its states, for whoever works on them. The mall that visitors are sent is without it. */
export function Page() {
  return (
    <div className="content py-5 md:py-8">
      <h1 className="text-xl md:text-2xl">页面部件</h1>
      <p className="mt-1 text-mute">仅在开发环境提供。新页面先从这里取用，状态改动后请在 390 与 1440 px 各看一遍。</p>
      <Acting />
      <Filling />
      <Choosing />
      <Goods />
      <Money />
      <Telling />
    </div>
  )
}
