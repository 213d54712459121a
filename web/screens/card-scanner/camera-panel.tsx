import { NativeSelect } from '@mantine/core'
import { IconBulb, IconBulbOff, IconCamera, IconCameraOff } from '@tabler/icons-react'
import { FormMessage } from '../../ui/form-message.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { type Camera, cameraProblems } from './scan-camera.ts'
import classes from './camera-panel.module.css'

/** The camera's picture, its on/off button, torch and device selection. */
export function CameraPanel({ camera }: { camera: Camera }) {
  const { video, state, problem, scan } = camera
  const isOff = state === 'off'
  return (
    <section className={classes.panel} aria-label="Câmara">
      <div className={classes.view} data-off={isOff}>
        <video ref={video} className={classes.video} muted playsInline aria-label="O que a câmara vê" />
        {state === 'starting' && <p className={classes.starting}>A ligar a câmara…</p>}
      </div>
      {problem && <FormMessage>{cameraProblems[problem]}</FormMessage>}
      <div className={classes.controls}>
        {isOff ? (
          <CommandButton
            icon={IconCamera}
            label="Ligar a câmara"
            variant="filled"
            onClick={() => void scan.turnOn()}
          />
        ) : (
          <CommandButton icon={IconCameraOff} label="Desligar a câmara" onClick={() => scan.turnOff()} />
        )}
        <Torch camera={camera} />
        <CameraChoice camera={camera} />
      </div>
    </section>
  )
}

function Torch({ camera: { torch, scan } }: { camera: Camera }) {
  if (torch === undefined) return null
  return (
    <CommandButton
      icon={torch ? IconBulbOff : IconBulb}
      label="Luz"
      aria-pressed={torch}
      onClick={() => void scan.light(!torch)}
    />
  )
}

function CameraChoice({ camera: { devices, deviceId, scan } }: { camera: Camera }) {
  if (devices.length < 2) return null
  return (
    <NativeSelect
      className={classes.choice}
      aria-label="Câmara a usar"
      value={deviceId}
      data={devices.map((device, index) => ({
        value: device.deviceId,
        label: device.label || `Câmara ${index + 1}`,
      }))}
      onChange={(event) => {
        void scan.turnOn(event.currentTarget.value)
        // Otherwise the keys of a keyboard-emulating reader would go to this select.
        event.currentTarget.blur()
      }}
    />
  )
}
