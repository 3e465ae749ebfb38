/** The chosen part of a picture, in hundredths of its width and height. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

/** The size and offset of the preview, so that a round window shows exactly the chosen part. */
export const toCropPreviewStyle = ({ x, y, width, height }: CropArea) => ({
  width: `${10_000 / width}%`,
  height: `${10_000 / height}%`,
  transform: `translate(${-x}%, ${-y}%)`,
})
