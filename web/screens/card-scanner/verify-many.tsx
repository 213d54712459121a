import { IconDownload, IconPlus, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useTerminology } from '../../api/queries.ts'
import { workWithoutServer } from '../../api/server-status.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { saveFile } from '../../ui/save-file.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { verifyManyPath } from '../../paths/cards.ts'
import { MemberSearch } from '../payments/index.ts'
import { attendanceFile } from './attendance-file.ts'
import { CameraPanel } from './camera-panel.tsx'
import { CheckCounts } from './check-counts.tsx'
import { ChecksTable } from './checks-table.tsx'
import { CodeField } from './code-field.tsx'
import { ContactNotice } from './contact-notice.tsx'
import type { Check } from './check.ts'
import { newListId, recentListId } from './kept-checks.ts'
import { LastCheck } from './last-check.tsx'
import { mute, useMuted } from './scan-sounds.ts'
import { useCamera } from './use-camera.ts'
import { useChecker } from './use-checker.ts'
import { useWakeLock } from '../../ui/use-wake-lock.ts'
import { useWedge } from './use-wedge.ts'
import classes from './scanner.module.css'

/** One card after the other, at a door: by camera, by a reader or typed. Its address names the list that they go to. */
export default function VerifyMany() {
  const { id } = useParams()
  useEffect(workWithoutServer, [])
  return id === undefined ? <ToList /> : <Scanner key={id} id={id} />
}

/** The address alone goes on with the list of these hours, or begins one. */
function ToList() {
  const terminology = useTerminology()
  const [id] = useState(() => recentListId() ?? newListId(organisationToday()))
  return <Navigate replace to={verifyManyPath(terminology, id)} />
}

function Scanner({ id }: { id: string }) {
  const checker = useChecker(id)
  const camera = useCamera(checker.check)
  useWedge(checker.check)
  useWakeLock(camera.state === 'on')
  const { checks } = checker
  return (
    <Page title="Verificar vários" count={checks.length} tools={<Tools id={id} checks={checks} />}>
      <ContactNotice checker={checker} />
      <div className={classes.room}>
        <div className={classes.layout}>
          <div className={classes.side}>
            <LastCheck check={checks.at(-1)} />
            <CameraPanel camera={camera} />
            <CodeField onRead={checker.check} />
            {!checker.isAlone && (
              <MemberSearch
                id="sem-cartao"
                label="Sem o cartão: pesquisar pelo nome ou número"
                entry={checks.length}
                except={nobody}
                error={undefined}
                onChoose={(member) => void checker.checkMember(member)}
              />
            )}
          </div>
          <div className={classes.list}>
            <CheckCounts checks={checks} />
            {checks.length > 0 ? (
              <ChecksTable checks={checks} />
            ) : (
              <EmptyState title="Ainda não há cartões nesta lista">
                A lista guarda-se neste dispositivo durante três dias e continua depois de fechar a página.
              </EmptyState>
            )}
          </div>
        </div>
      </div>
    </Page>
  )
}

const nobody: readonly string[] = []

function Tools({ id, checks }: { id: string; checks: readonly Check[] }) {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const isMuted = useMuted()
  const size = { size: '1.125rem', stroke: 1.5 }
  return (
    <>
      <Button
        variant="default"
        aria-pressed={!isMuted}
        leftSection={isMuted ? <IconVolumeOff {...size} /> : <IconVolume {...size} />}
        onClick={() => mute(!isMuted)}
      >
        Som
      </Button>
      <Button
        variant="default"
        disabled={checks.length === 0}
        leftSection={<IconDownload {...size} />}
        onClick={() =>
          saveFile(
            new Blob([attendanceFile(checks, terminology)], { type: 'text/csv' }),
            `presencas-${id}.csv`,
          )
        }
      >
        Exportar
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlus {...size} />}
        onClick={() => void navigate(verifyManyPath(terminology, newListId(organisationToday())))}
      >
        Nova lista
      </Button>
    </>
  )
}
