import { formatNumber } from '@agremia/resources/rules/amount.ts'
import type { Gender } from '@agremia/resources/rules/names.ts'
import { plural } from '@agremia/resources/rules/plural.ts'
import { UnstyledButton } from '@mantine/core'
import { IconDots, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { RecordFor, StoredRecord } from '../../api/client.ts'
import { useHotkey } from '../../ui/hotkeys.ts'
import { Popover } from '../../ui/popover.tsx'
import { useFitting } from '../../ui/use-fitting.ts'
import type { Filters } from '../list/list-state.ts'
import type { SelectionControls } from '../list/selection.ts'
import classes from './selection-bar.module.css'

/** A bulk action. Its dialog says what it will do, and to how many records. */
export interface BulkAction<Name extends string = string> {
  name: string
  label: string
  icon: ReactNode
  /** Maximum number of records. */
  maxCount?: number
  /** After those that the resource declares. */
  isRare?: boolean
  /** Whether it suits the current filters; default: always. */
  suits?: (filters: Filters) => boolean
  run: (chosen: ChosenRecords<Name>) => void
}

export interface ChosenRecords<Name extends string = string> {
  count: number
  /** The records, if they were selected one by one. */
  records: readonly RecordFor<Name>[] | undefined
  /** All ids, also of records that are not loaded. */
  ids: () => Promise<string[]>
  /** The search, if exactly all its results are selected. */
  query: Record<string, string[]> | undefined
  /** Clears the selection afterwards. */
  clear: () => void
}

export interface SelectionBarProps {
  gender: Gender
  selection: SelectionControls
  total: number
  actions: readonly BulkAction[]
  filters: Filters
  /** Their sum as text. */
  sum?: string | undefined
  idsOf: () => Promise<string[]>
  query: ChosenRecords['query']
}

/** Floating bar while records are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { gender, selection, total, actions, filters, sum, idsOf, query } = props
  const words = wordsOf[gender]
  const { count, isAll, selectAll, clear } = selection
  useHotkey({ keys: 'Escape', label: 'Limpar a seleção', group: 'Na lista' }, clear, count > 0)
  if (count === 0) return null
  const chosen =
    isAll && count > 1
      ? `${words.all} ${formatNumber(count)} desta pesquisa`
      : `${formatNumber(count)} ${plural(count, words.one, words.many)}`
  const text = sum === undefined ? chosen : `${chosen} · ${sum}`
  return (
    <section className={classes.bar} data-only="screen" aria-label="Linhas selecionadas">
      <output className={classes.count}>{text}</output>
      {count > 1 && count < total && (
        <UnstyledButton className={classes.link} onClick={selectAll}>
          Selecionar {words.all.toLowerCase()} {formatNumber(total)}
        </UnstyledButton>
      )}
      <BulkButtons
        actions={actions.filter(
          ({ maxCount = Infinity, suits }) => count <= maxCount && (suits?.(filters) ?? true),
        )}
        beside={text}
        onRun={(action) => action.run({ count, records: recordsOf(selection), ids: idsOf, query, clear })}
      />
      <UnstyledButton className={classes.close} aria-label="Limpar a seleção" onClick={clear}>
        <IconX size="1.125rem" stroke={1.5} aria-hidden />
      </UnstyledButton>
    </section>
  )
}

function recordsOf({ selection, knownRecords }: SelectionControls): StoredRecord[] | undefined {
  if (selection.kind === 'all') return undefined
  const records = [...selection.ids].flatMap((id) => knownRecords.get(id) ?? [])
  return records.length === selection.ids.size ? records : undefined
}

const wordsOf = {
  m: { one: 'selecionado', many: 'selecionados', all: 'Todos os' },
  f: { one: 'selecionada', many: 'selecionadas', all: 'Todas as' },
}

interface BulkButtonsProps {
  actions: readonly BulkAction[]
  /** Text before the buttons; a change of its width causes a new measurement. */
  beside: string
  onRun: (action: BulkAction) => void
}

/** Buttons for the actions that fit on the line, and a menu for the rest. */
function BulkButtons({ actions, beside, onRun }: BulkButtonsProps) {
  const names = actions.map(({ name }) => name).join(' ')
  const { holder, shown } = useFitting<HTMLSpanElement>(actions.length, `${beside} ${names}`)
  const more = actions.slice(shown)
  return (
    <span ref={holder} className={classes.actions}>
      {actions.slice(0, shown).map((action) => (
        <BulkButton key={action.name} action={action} onRun={onRun} />
      ))}
      {more.length > 0 && <MoreActions actions={more} onRun={onRun} />}
    </span>
  )
}

function BulkButton({ action, onRun }: { action: BulkAction; onRun: (action: BulkAction) => void }) {
  return (
    <UnstyledButton className={classes.action} onClick={() => onRun(action)}>
      {action.icon}
      {action.label}
    </UnstyledButton>
  )
}

function MoreActions({ actions, onRun }: Pick<BulkButtonsProps, 'actions' | 'onRun'>) {
  const [opened, setOpened] = useState(false)
  const run = (action: BulkAction) => {
    setOpened(false)
    onRun(action)
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end">
      <Popover.Target>
        <UnstyledButton
          className={classes.action}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconDots size="1.125rem" stroke={1.5} aria-hidden />
          Mais
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Mais ações" className={classes.more}>
        {actions.map((action) => (
          <BulkButton key={action.name} action={action} onRun={run} />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
