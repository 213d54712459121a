import { lazy } from 'react'
import { IconColumns3, IconDownload } from '@tabler/icons-react'
import type { ListParams } from '../../api/client.ts'
import { ToolPopover } from './tool-popover.tsx'
import type { Columns } from './use-columns.ts'
import type { SelectionControls } from './use-selection.ts'

interface ListToolsProps {
  resource: string
  params: ListParams
  total: number
  columns: Columns
  selection: SelectionControls | undefined
  mayExport: boolean
}

const loadExport = () => import('./export-panel.tsx')
const loadColumns = () => import('./column-settings.tsx')
const ExportPanel = lazy(loadExport)
const ColumnSettings = lazy(loadColumns)

/** The list's own tools at the head of the page. */
export function ListTools({ mayExport, columns, ...list }: ListToolsProps) {
  return (
    <>
      {mayExport && (
        <ToolPopover
          label="Exportar"
          icon={<IconDownload size="1.125rem" stroke={1.5} />}
          onIntent={() => void loadExport()}
        >
          {(close) => <ExportPanel {...list} columns={columns.shown} onDone={close} />}
        </ToolPopover>
      )}
      <ToolPopover
        label="Colunas"
        icon={<IconColumns3 size="1.125rem" stroke={1.5} />}
        onIntent={() => void loadColumns()}
      >
        {() => <ColumnSettings columns={columns} />}
      </ToolPopover>
    </>
  )
}
