import type { ReactNode } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Gender } from '@agremia/resources/rules/names.ts'
import { plural } from '@agremia/resources/rules/plural.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useHotkey } from '../../ui/hotkeys.ts'
import { formatCount } from '../../ui/format-count.ts'
import { BulkButtons } from './bulk-buttons.tsx'
import type { Filters } from './list-state.ts'
import type { SelectionControls } from './use-selection.ts'
import classes from './selection-bar.module.css'

/** Something that can be done with all chosen records at once. It says first what it will do, and to how many. */
export interface BulkAction {
  name: string
  label: string
  icon: ReactNode
  /** It is for so many records at most. */
  most?: number
  /** Whether it makes sense for what the list is filtered to; left out, it always does. */
  suits?: (filters: Filters) => boolean
  run: (chosen: ChosenRecords) => void
}

export interface ChosenRecords {
  count: number
  /** The records, where they were chosen one by one. */
  records: readonly StoredRecord[] | undefined
  /** The ids, also of records that were never on screen. */
  ids: () => Promise<string[]>
  /** The search that finds them and nobody else, when all that it finds are chosen. */
  query: Record<string, string[]> | undefined
  /** Once it is done with them. */
  clear: () => void
}

interface SelectionBarProps {
  gender: Gender
  selection: SelectionControls
  total: number
  actions: readonly BulkAction[]
  filters: Filters
  /** What they come to, in words. */
  sum?: string | undefined
  idsOf: () => Promise<string[]>
  query: ChosenRecords['query']
}

/** Floats over the list while something is chosen. */
export function SelectionBar(props: SelectionBarProps) {
  const { gender, selection, total, actions, filters, sum, idsOf, query } = props
  const words = wordsOf[gender]
  const { count, isAll, selectAll, clear } = selection
  useHotkey({ keys: 'Escape', label: 'Limpar a seleção', group: 'Na lista' }, clear, count > 0)
  if (count === 0) return null
  const chosen =
    isAll && count > 1
      ? `${words.all} ${formatCount(count)} desta pesquisa`
      : `${formatCount(count)} ${plural(count, words.one, words.many)}`
  const said = sum === undefined ? chosen : `${chosen} · ${sum}`
  return (
    <section className={classes.bar} data-only="screen" aria-label="Linhas selecionadas">
      <output className={classes.count}>{said}</output>
      {count > 1 && count < total && (
        <UnstyledButton className={classes.link} onClick={selectAll}>
          Selecionar {words.all.toLowerCase()} {formatCount(total)}
        </UnstyledButton>
      )}
      <BulkButtons
        actions={actions.filter(({ most = Infinity, suits }) => count <= most && (suits?.(filters) ?? true))}
        beside={said}
        onRun={(action) => action.run({ count, records: recordsOf(selection), ids: idsOf, query, clear })}
      />
      <UnstyledButton className={classes.close} aria-label="Limpar a seleção" onClick={clear}>
        <IconX size="1.125rem" stroke={1.5} aria-hidden />
      </UnstyledButton>
    </section>
  )
}

function recordsOf({ selection, named }: SelectionControls): StoredRecord[] | undefined {
  if (selection.kind === 'all') return undefined
  const records = [...selection.ids].flatMap((id) => named.get(id) ?? [])
  return records.length === selection.ids.size ? records : undefined
}

const wordsOf = {
  m: { one: 'selecionado', many: 'selecionados', all: 'Todos os' },
  f: { one: 'selecionada', many: 'selecionadas', all: 'Todas as' },
}
