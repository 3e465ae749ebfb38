import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { ShoppingListLine } from '#contract/orders/shopping-lists/api.ts'
import { useAddLinesToCart } from '#storefront/catalog/goods/use-add-lines-to-cart.tsx'
import { AskForQuotationButton } from '#storefront/platform/components/ask-for-quotation.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { shoppingListQuery } from '#storefront/platform/components/shopping-lists/shopping-list-api.ts'
import { SkeletonRows } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { CORRECT_QUANTITY_FIRST, useTooLargeQuantities } from '#storefront/platform/components/stepper.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { ShoppingListNameDialog } from './name-dialog.tsx'
import { downloadShoppingList } from './shopping-list-file.ts'
import { type ShoppingListLineActions, ShoppingListLineRow } from './shopping-list-line.tsx'
import { addToCartError, computeShoppingListTotals, moveSkuId, toNamedCartLineInput } from './shopping-list-view.ts'
import { type ShoppingListActions, useShoppingListActions } from './use-shopping-list.ts'

/** One list: its lines and the actions on them. */
export function ShoppingListPanel({ id }: { id: string }) {
  const list = useQuery(shoppingListQuery(id))
  return (
    <QueryContent from={list} skeleton={<Waiting />}>
      {({ name, lines }) => <Shown id={id} name={name} lines={lines} />}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="pt-7.5">
    <SkeletonRows rows={3} row="h-60 lg:h-21" />
  </div>
)

/** The notes of a list that are typed and not saved, by SKU. One stays until it is saved, also when that fails. */
function useTypedNotes(listId: string) {
  const [typed, setTyped, sent] = usePersistedState<Readonly<Record<string, string>>>(`notes of ${listId}`, () => ({}))
  const forget = useCallback((skuId: string) => setTyped(({ [skuId]: _, ...others }) => others), [setTyped])
  const set = useCallback(
    (skuId: string, note: string | undefined) => (note === undefined ? forget(skuId) : setTyped((was) => ({ ...was, [skuId]: note }))),
    [forget, setTyped],
  )
  return {
    typed,
    set,
    forgetSaved: ({ skuId, note }: { skuId: string; note: string }) => {
      // Something else of the line was saved while a note is being typed.
      if (typed[skuId]?.trim() !== note) return
      sent()
      forget(skuId)
    },
  }
}

function Shown({ id, name, lines }: { id: string; name: string; lines: readonly ShoppingListLine[] }) {
  const notes = useTypedNotes(id)
  const acts = useShoppingListActions(id, notes.forgetSaved)
  const { reason: denied } = usePermission('addCart')
  // Unavailable lines are not selected at first. If somebody selects one, the result says why it was not added.
  const [unchecked, setUnchecked] = useState(
    () => new Set(lines.filter((line) => addToCartError(line) !== undefined).map(({ sku }) => sku.skuId)),
  )
  const chosen = lines.filter(({ sku }) => !unchecked.has(sku.skuId))
  const toggle = useCallback(
    (skuIds: readonly string[], checked: boolean) =>
      setUnchecked((was) => new Set([...[...was].filter((one) => !skuIds.includes(one)), ...(checked ? [] : skuIds)])),
    [],
  )
  const ids = useMemo(() => lines.map(({ sku }) => sku.skuId), [lines])
  const [tooLarge, reportTooLarge] = useTooLargeQuantities<string>()
  const { mutate: change, mutateAsync: saveNote } = acts.set
  const { mutate: arrange } = acts.arrange
  const { mutate: remove } = acts.remove
  const { set: typeNote } = notes
  const lineActs = useMemo((): ShoppingListLineActions => {
    const move = (skuId: string, by: 1 | -1) => arrange(moveSkuId(ids, skuId, by))
    return { toggle, change, saveNote, typeNote, reportTooLarge, move, remove }
  }, [ids, toggle, change, saveNote, typeNote, reportTooLarge, arrange, remove])
  return (
    <>
      <Head name={name} lines={lines} acts={acts} denied={denied} />
      {lines.length === 0 ? (
        <div className="panel">
          <EmptyState
            title="清单里还没有商品"
            hint="在商品详情、购物车、订单或批量下单里点“加入常购清单”。"
            action={<ButtonLink to="/shop">去商城选购</ButtonLink>}
          />
        </div>
      ) : (
        <>
          <ul className="panel divide-y divide-line-soft">
            {lines.map((line) => (
              <ShoppingListLineRow
                key={line.sku.skuId}
                line={line}
                checked={!unchecked.has(line.sku.skuId)}
                locked={denied !== undefined}
                typedNote={notes.typed[line.sku.skuId]}
                acts={lineActs}
              />
            ))}
          </ul>
          <Bar
            lines={lines}
            chosen={chosen}
            denied={denied}
            waits={chosen.some(({ sku }) => tooLarge.has(sku.skuId)) ? CORRECT_QUANTITY_FIRST : undefined}
            onAll={(checked) => toggle(ids, checked)}
          />
        </>
      )}
    </>
  )
}

function Head({
  name,
  lines,
  acts,
  denied,
}: {
  name: string
  lines: readonly ShoppingListLine[]
  acts: ShoppingListActions
  denied: string | undefined
}) {
  const [asking, setAsking] = useState<'name' | 'drop'>()
  const navigate = useNavigate()
  const close = () => setAsking(undefined)
  const act = 'text-sm off:bg-transparent'
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-5 gap-y-1">
      <p className="mr-auto text-sm text-mute">
        共 <span className="num text-ink">{lines.length}</span> 种
      </p>
      <ExportButtons ask={(format) => downloadShoppingList(name, lines, format)} total={lines.length} />
      {denied === undefined && (
        <>
          <Button look="plain" className={act} onClick={() => setAsking('name')}>
            改名
          </Button>
          <Button look="plain" className={act} onClick={() => setAsking('drop')}>
            删除清单
          </Button>
        </>
      )}
      <ShoppingListNameDialog open={asking === 'name'} title="修改清单名称" name={name} onClose={close} give={acts.rename} done={close} />
      <ConfirmDialog
        open={asking === 'drop'}
        onClose={close}
        title="提示"
        text={`确定删除清单「${name}」吗？已下的订单不受影响。`}
        confirm="删除"
        busy={acts.drop.isPending}
        onConfirm={() => acts.drop.mutate(undefined, { onSuccess: () => void navigate({ to: '/shopping_list', replace: true }) })}
      />
    </div>
  )
}

interface BarProps {
  lines: readonly ShoppingListLine[]
  chosen: readonly ShoppingListLine[]
  denied: string | undefined
  /** Why the chosen lines cannot be used now. */
  waits: string | undefined
  onAll: (checked: boolean) => void
}

/** A bar at the bottom of the window: the total of the selection, and the button to add it to the cart. */
function Bar({ lines, chosen, denied, waits, onAll }: BarProps) {
  const reason = waits ?? denied
  const many = useAddLinesToCart()
  const { sale, credit } = computeShoppingListTotals(chosen)
  const checked = chosen.length === 0 ? 'none' : chosen.length === lines.length ? 'all' : 'some'
  return (
    <section
      aria-label="加入购物车"
      className="sticky bottom-14 z-20 mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-panel border border-line bg-white px-3 py-2.5 shadow-[0_-4px_16px_rgb(19_32_30/0.06)] md:bottom-0 md:rounded-b-none md:px-5 md:py-3"
    >
      <Checkbox label="全选" value={checked} onChange={onAll}>
        <span className="text-sm">全选</span>
      </Checkbox>
      <p className="text-sm text-mute" aria-live="polite">
        已选 <b className="num text-ink">{chosen.length}</b> 种
      </p>
      <dl className="ml-auto flex flex-wrap items-baseline gap-x-3">
        <dt className="text-xs text-copper">现金合计</dt>
        <dd>
          <Price amount={sale} kind="sale" />
        </dd>
        <dt className="text-xs text-steel">赊销合计</dt>
        <dd>{credit === null ? <span className="text-xs text-mute">含仅限现金价商品</span> : <Price amount={credit} kind="credit" />}</dd>
      </dl>
      <AskForQuotationButton
        lines={chosen.map(({ sku: { skuId }, goodsNum }) => ({ skuId, goodsNum }))}
        blockedBy={waits === undefined ? undefined : { reason: waits, id: 'list-denied' }}
        size="lg"
        className="flex-1 md:flex-none"
      />
      <Button
        look="call"
        size="lg"
        className="flex-1 md:flex-none"
        busy={many.busy}
        blocked={reason}
        aria-describedby={reason && 'list-denied'}
        disabled={chosen.length === 0}
        onClick={() => many.add(chosen.map(toNamedCartLineInput))}
      >
        加入购物车
      </Button>
      {reason && (
        <p id="list-denied" className="w-full text-right text-xs text-danger">
          {reason}
        </p>
      )}
      {many.dialog}
    </section>
  )
}
