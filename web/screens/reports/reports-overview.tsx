import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '@agremia/resources/rules/plural.ts'
import { fiscalYearOf, fiscalYearText } from '@agremia/resources/rules/fiscal-year.ts'
import { useFiscalYear } from '../../api/fiscal-year.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { listAddress } from '../../paths/list-address.ts'
import { keptReportsPath, reportNotesPath, reportPath } from '../../paths/reports.ts'
import { QueryPage } from '../../resource/query-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { IncomeWarnings } from './income-warnings.tsx'
import { reportsQuery, saveReport } from './report-queries.ts'
import classes from './reports.module.css'

/** How many years are offered for the assembly. */
const offeredYears = 10

/** The reports, and several of them in one document for the assembly. */
export default function ReportsOverview() {
  const query = useQuery(reportsQuery)
  const [omitted, setOmitted] = useState<ReadonlySet<string>>(new Set())
  const start = useFiscalYear()
  const thisYear = fiscalYearOf(start, organisationToday())
  const [year, setYear] = useState(String(thisYear))
  const [isMaking, setMaking] = useState(false)
  const years = Array.from({ length: offeredYears }, (_, index) => String(thisYear - index))
  const textOf = (value: string) => fiscalYearText(start, Number(value))
  return (
    <QueryPage query={query}>
      {(reports) => {
        const chosen = reports.filter(({ name }) => !omitted.has(name)).map(({ name }) => name)
        const make = async () => {
          setMaking(true)
          await saveReport(
            `reports/document?reports=${chosen.join(',')}&year=${year}`,
            `relatorios-${year}.pdf`,
          )
          setMaking(false)
        }
        const choose = (name: string, isChosen: boolean) =>
          setOmitted((before) => {
            const next = new Set(before)
            if (isChosen) next.delete(name)
            else next.add(name)
            return next
          })
        return (
          <Page title="Relatórios">
            <IncomeWarnings />
            <Panel
              width="page"
              title="Para a assembleia"
              note="Os relatórios marcados, num só PDF com página de rosto, índice, as notas do ano e lugar para assinaturas."
            >
              <div className={classes.document}>
                <NativeSelect
                  label="Ano"
                  value={year}
                  data={years.map((value) => ({ value, label: textOf(value) }))}
                  onChange={(event) => setYear(event.currentTarget.value)}
                />
                <CommandButton
                  icon={IconFileTypePdf}
                  label={`Exportar ${counted(chosen.length, 'relatório', 'relatórios')}`}
                  variant="filled"
                  disabled={chosen.length === 0}
                  loading={isMaking}
                  onClick={() => void make()}
                />
                <Button component={AppLink} to={listAddress(reportNotesPath, { year })} variant="default">
                  Notas de {textOf(year)}
                </Button>
                <Button component={AppLink} to={keptReportsPath} variant="default">
                  Relatórios guardados
                </Button>
              </div>
              <ul className={classes.reports}>
                {reports.map(({ name, title, question }) => (
                  <li key={name}>
                    <Checkbox
                      aria-label={`Exportar «${title}»`}
                      checked={!omitted.has(name)}
                      onChange={(event) => choose(name, event.currentTarget.checked)}
                    />
                    <div>
                      <AppLink className={classes.title} to={reportPath(name)}>
                        {title}
                      </AppLink>
                      <p>{question}</p>
                    </div>
                  </li>
                ))}
              </ul>
            </Panel>
          </Page>
        )
      }}
    </QueryPage>
  )
}
