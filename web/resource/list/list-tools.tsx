import { IconColumns3, IconDownload, IconFileImport, IconPrinter } from '@tabler/icons-react'
import { useFields, useMay } from '../../api/queries.ts'
import { newImportPath } from '../../paths/imports.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { MoreTools } from '../more-tools.tsx'
import type { ListWords } from './list-words.ts'
import { usePrintList } from './list-print.tsx'
import { ToolButton, ToolPopover } from './tool-popover.tsx'
import type { List, RecordListProps } from './use-list.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import classes from './tool-popover.module.css'

interface ListToolsProps extends Pick<RecordListProps, 'MoreExports'> {
  resource: string
  list: List
  mayExport: boolean
  words: () => ListWords
  /** Whether the list is the page. */
  isPage?: boolean
}

const loadExport = () => import('./export-panel.tsx')
const loadColumns = () => import('./column-settings.tsx')
const ExportPanel = lazyPart(loadExport)
const ColumnSettings = lazyPart(loadColumns)

const printIcon = <IconPrinter size="1.125rem" stroke={1.5} />

/** Tools of the list: export, print, columns, and a menu with the others. */
export function ListTools({ resource, list, mayExport, words, MoreExports, isPage = false }: ListToolsProps) {
  const { params, rows, columns, isPhone } = list
  const importing = useImportAction(resource)
  const { isBusy, canPrint, print } = usePrintList({ resource, list, words, isPage: isPage && mayExport })
  return (
    <>
      {mayExport && (
        <ToolPopover
          label="Exportar"
          disabled={(rows.total ?? 0) === 0}
          icon={<IconDownload size="1.125rem" stroke={1.5} />}
          onIntent={() => void loadExport()}
        >
          {(close) => (
            <div className={classes.exporting}>
              <strong>Exportar</strong>
              <ExportPanel
                resource={resource}
                rows={rows.total ?? 0}
                columns={columns.shown}
                paramsOf={() => Promise.resolve(params)}
                words={words()}
                onDone={close}
              />
              {MoreExports && <MoreExports list={list} onDone={close} />}
            </div>
          )}
        </ToolPopover>
      )}
      {mayExport && !isPhone && (
        <ToolButton
          label="Imprimir"
          isBare
          icon={printIcon}
          loading={isBusy}
          disabled={!canPrint}
          onClick={print}
        />
      )}
      {!isPhone && (
        <ToolPopover
          label="Colunas"
          icon={<IconColumns3 size="1.125rem" stroke={1.5} />}
          onIntent={() => void loadColumns()}
        >
          {() => <ColumnSettings columns={columns} fitting={list.fitting} />}
        </ToolPopover>
      )}
      <MoreTools
        resource={resource}
        actions={[
          ...(mayExport && isPhone && canPrint ? [{ label: 'Imprimir', icon: printIcon, run: print }] : []),
          ...(isPage ? importing : []),
        ]}
      />
    </>
  )
}

/** Imports a file of such records, for people who may. */
function useImportAction(resource: string): MenuAction[] {
  const navigate = useNavigate()
  const kinds = useFields('imports')?.kind?.options ?? []
  const kind = kinds.find(({ value }) => value === resource)?.value
  if (!useMay('imports').create || kind === undefined) return []
  return [
    {
      label: 'Importar um ficheiro',
      icon: <IconFileImport size="1.125rem" stroke={1.5} />,
      run: () => navigate(newImportPath(kind)),
    },
  ]
}
