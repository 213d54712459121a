import { newImportPath } from '../../paths/imports.ts'
import { RecordList, type ColumnSetup } from '../../resource/record-list.tsx'

/** The list of imports of files. */
export default function ImportsList() {
  return (
    <RecordList
      resource="imports"
      columns={columns}
      filters={filters}
      newPath={newImportPath()}
      purpose="Aqui ficam os ficheiros importados: o que trouxeram, o que não entrou e porquê. Cada importação pode ser anulada."
    />
  )
}

const filters = [{ field: 'state' }, { field: 'kind' }] as const

const columns: ColumnSetup<'imports'>[] = [
  { name: 'fileName', width: 16 },
  { name: 'kind', width: 9 },
  { name: 'state', width: 8 },
  { name: 'created', width: 5.5 },
  { name: 'changed', width: 6 },
  { name: 'refused', width: 6 },
  { name: 'createdByName', width: 9 },
  { name: 'total', listed: false },
]
