import { fiscalYearOf, fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { IconBook2 } from '@tabler/icons-react'
import { isTimedOut } from '../../api/client.ts'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import type { List } from '../../resource/record-list.tsx'
import { useAttempt } from '../../resource/attempt.ts'
import { saveFile } from '../../ui/save-file.ts'
import { CommandButton } from '../../ui/command-button.tsx'

/** The movements of the chosen year, else of this one, as a file for programs of double entry. */
export function LedgerExport({ list, onDone }: { list: List; onDone: () => void }) {
  const { busy, attempt } = useAttempt('Não foi possível exportar.')
  const { year: chosen = [] } = list.state.filters
  const start = useFiscalYear()
  const year = chosen.length === 1 && chosen[0] ? chosen[0] : String(fiscalYearOf(start, organisationToday()))
  const save = () =>
    attempt(async () => {
      const outcome = await fetchFile(`ledger/export?year=${year}`, { name: `movimentos-${year}.csv` })
      if (isTimedOut(outcome)) return
      saveFile(outcome.file, outcome.name)
      onDone()
    })
  return (
    <CommandButton
      icon={IconBook2}
      label={`Contabilidade, ${fiscalYearText(start, Number(year))}`}
      fullWidth
      title="CSV com todos os movimentos do ano e os saldos iniciais, que o hledger, o Beancount e o GnuCash leem."
      loading={busy}
      onClick={() => void save()}
    />
  )
}
