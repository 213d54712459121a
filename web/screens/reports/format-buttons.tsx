import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react'

const icon = { size: '1.125rem', stroke: 1.5 }
const formats = [
  { format: 'pdf', label: 'PDF', icon: <IconFileTypePdf {...icon} /> },
  { format: 'xlsx', label: 'Excel', icon: <IconFileSpreadsheet {...icon} /> },
  { format: 'csv', label: 'CSV', icon: <IconFileTypeCsv {...icon} /> },
] as const

/** A button for each format in which a report is exported. */
export function FormatButtons({ onSave }: { onSave: (format: string) => void }) {
  return formats.map(({ format, label, icon: sign }) => (
    <Button key={format} variant="default" leftSection={sign} onClick={() => onSave(format)}>
      {label}
    </Button>
  ))
}
