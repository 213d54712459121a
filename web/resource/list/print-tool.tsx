import { useState } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { hasOwnSign } from '../../api/api-error.ts'
import { isApiError } from '../../api/client.ts'
import { useHotkey } from '../../ui/hotkeys.ts'
import { toast } from '../../ui/toasts.tsx'
import { exportedColumns, printList } from './export-list.ts'
import type { ListWords } from './list-words.ts'
import type { List } from './use-list.ts'

interface PrintToolProps {
  resource: string
  list: List
  words: () => ListWords
  /** Whether the list is the page: then Ctrl+P prints it. */
  isPage: boolean
}

/** Opens the list with all rows as a PDF. */
export function PrintTool({ resource, list, words, isPage }: PrintToolProps) {
  const { params, rows, columns } = list
  const [isBusy, setBusy] = useState(false)
  const canPrint = !isBusy && (rows.total ?? 0) > 0

  async function print() {
    if (!canPrint) return
    setBusy(true)
    try {
      await printList({ resource, params, columns: exportedColumns(columns.shown), words: words() })
    } catch (error) {
      if (isApiError(error) && hasOwnSign(error)) return
      toast(isApiError(error) ? error.message : 'Não foi possível imprimir.', { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }

  useHotkey({ keys: 'mod+p', label: 'Imprimir a lista', group: 'Na lista' }, () => void print(), isPage)
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label="Imprimir"
      data-hint="Imprimir"
      loading={isBusy}
      disabled={!canPrint}
      onClick={() => void print()}
    >
      <IconPrinter size="1.125rem" stroke={1.5} />
    </ActionIcon>
  )
}
