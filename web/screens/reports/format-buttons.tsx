import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react'
import { CommandButton } from '../../ui/command-button.tsx'

const formats = [
  { format: 'pdf', label: 'PDF', icon: IconFileTypePdf },
  { format: 'xlsx', label: 'Excel', icon: IconFileSpreadsheet },
  { format: 'csv', label: 'CSV', icon: IconFileTypeCsv },
]

/** A button for each format in which a report is exported. */
export function FormatButtons({ onSave }: { onSave: (format: string) => void }) {
  return formats.map(({ format, ...look }) => (
    <CommandButton key={format} {...look} onClick={() => onSave(format)} />
  ))
}
