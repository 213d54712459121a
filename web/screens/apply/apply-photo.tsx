import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { PhotoButton } from '../../resource/photo/photo-button.tsx'
import { ApplyCard } from './apply-card.tsx'
import type { ApplyControls } from './use-apply-form.ts'
import classes from './apply-form.module.css'

interface ApplyPhotoProps {
  controls: ApplyControls
  isRequired: boolean
}

/** The photo: cropped here and uploaded at once; the application holds the token of the upload. */
export function ApplyPhoto({ controls, isRequired }: ApplyPhotoProps) {
  const [preview, setPreview] = useState<string>()
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])
  const isSent = typeof controls.values.photo === 'string'
  const error = controls.errorOf('photo')
  const name = typeof controls.values.name === 'string' ? controls.values.name : ''
  return (
    <ApplyCard title="Fotografia" isComplete={isSent && error === undefined}>
      <div className={classes.photo} id={`${controls.id}-photo`}>
        <PhotoButton
          name={name}
          photo={isSent ? (preview ?? null) : null}
          onSave={async (file, onProgress) => {
            controls.set('photo', await sendPhoto(file, onProgress))
            setPreview(URL.createObjectURL(file))
          }}
          onRemove={async () => {
            controls.set('photo', null)
            setPreview(undefined)
          }}
        />
        <div>
          <p>
            {isSent
              ? 'Fotografia junta.'
              : `Tipo passe, para o cartão${isRequired ? '.' : ' (facultativa).'}`}
          </p>
          {error !== undefined && (
            <p className={classes.error} role="alert">
              {error}
            </p>
          )}
        </div>
      </div>
    </ApplyCard>
  )
}

/** Uploads the photo and returns its token. */
async function sendPhoto(file: File, onProgress: (percent: number) => void): Promise<string> {
  const answer = (await api.upload({
    path: 'application_form/photo',
    files: [file],
    onProgress,
    failure: 'Member Application photo upload failed',
  })) as { data: { token: string } }
  return answer.data.token
}
