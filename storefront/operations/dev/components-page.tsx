import { ActionSamples } from './action-samples.tsx'
import { ChoiceSamples } from './choice-samples.tsx'
import { FormSamples } from './form-samples.tsx'
import { GoodsSamples } from './goods-samples.tsx'
import { MessageSamples } from './message-samples.tsx'
import { MoneySamples } from './money-samples.tsx'

/** All components in all their states, for developers. The production build does not contain it. */
export function Page() {
  return (
    <div className="content py-5 md:py-8">
      <h1 className="text-xl md:text-2xl">页面部件</h1>
      <p className="mt-1 text-mute">仅在开发环境提供。新页面先从这里取用，状态改动后请在 390 与 1440 px 各看一遍。</p>
      <ActionSamples />
      <FormSamples />
      <ChoiceSamples />
      <GoodsSamples />
      <MoneySamples />
      <MessageSamples />
    </div>
  )
}
