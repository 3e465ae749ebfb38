import { ArrowLeftRight } from 'lucide-react'
import { useEffect, useId } from 'react'
import { createPortal } from 'react-dom'
import { CompareBar } from './compare-bar.tsx'
import { registerCompareButton, unregisterCompareButton, useIsCompareBarRenderer } from './compare-bar-owner.ts'
import { addSkuToComparison, removeSkuFromComparison, useComparedSkuChoices } from './compare-choice.ts'

interface Props {
  skuId: string
  /** The name of the goods and their SKU. */
  name: string
  /** With a label, if there is space. */
  worded?: boolean
}

/** 对比: adds a SKU to the comparison or removes it. The first button of a page also renders the bar with the choice. */
export function CompareButton({ skuId, name, worded = false }: Props) {
  const id = useId()
  const chosen = useComparedSkuChoices().some((one) => one.skuId === skuId)
  const ownsBar = useIsCompareBarRenderer(id)
  useEffect(() => {
    registerCompareButton(id)
    return () => unregisterCompareButton(id)
  }, [id])
  return (
    <>
      <button
        type="button"
        aria-pressed={chosen}
        aria-label={worded ? `${chosen ? '已加入对比，取消对比' : '加入对比'} ${name}` : `对比 ${name}`}
        data-hint={worded ? undefined : chosen ? '取消对比' : '加入对比'}
        onClick={() => (chosen ? removeSkuFromComparison(skuId) : addSkuToComparison({ skuId, name }))}
        className={
          worded
            ? 'inline-flex h-9 items-center gap-1.5 rounded-control px-1 text-sm text-mute hover:text-jade'
            : 'grid size-9 place-items-center rounded-full bg-white/85 text-mute hover:text-jade'
        }
      >
        <ArrowLeftRight className={`size-4.5 ${chosen ? 'text-copper' : ''}`} strokeWidth={chosen ? 2.2 : 1.6} aria-hidden />
        {worded && (chosen ? '已加入对比' : '加入对比')}
      </button>
      {ownsBar && createPortal(<CompareBar />, document.body)}
    </>
  )
}
