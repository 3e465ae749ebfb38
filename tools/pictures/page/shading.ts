import { Matrix4, type MeshPhysicalMaterial, type Texture, Vector3, type WebGLProgramParametersWithUniforms } from 'three'

/** The number of lamps in one frame: the first ones are in the key soft box, the others all round. */
export const KEY_LAMP_COUNT = 3
export const LAMP_COUNT = 16
/** Their shadows share one map, in this number of columns and rows. */
export const SHADOW_TILES_ACROSS = 4
export const SHADOW_TILE_ROWS = LAMP_COUNT / SHADOW_TILES_ACROSS

/** The uniforms that all surfaces share in one frame. */
export interface LightingRig {
  depth: { value: Texture | null }
  view: { value: Matrix4[] }
  toward: { value: Vector3[] }
  key: { value: number }
  /** Below this height above the ground its contact shadow is visible in the metal. */
  contact: { value: number }
  bias: { value: number }
  grain: { value: Texture }
}

export const createLightingRig = (grain: Texture): LightingRig => ({
  depth: { value: null },
  view: { value: Array.from({ length: LAMP_COUNT }, () => new Matrix4()) },
  toward: { value: Array.from({ length: LAMP_COUNT }, () => new Vector3(0, 1, 0)) },
  key: { value: 1 },
  contact: { value: 1 },
  bias: { value: 1 },
  grain: { value: grain },
})

/** Grain of a surface: period of the coarse waves in mm, how steep they are, how much the shine varies, and turning marks. */
export interface SurfaceGrain {
  period: number
  steep: number
  fine: number
  shine: number
  turned: number
}

export const LAMP_SHADER_CODE = /* glsl */ `
uniform highp sampler2DShadow rigDepth;
uniform mat4 rigView[${LAMP_COUNT}];
uniform vec3 rigToward[${LAMP_COUNT}];
uniform float rigBias;
float rigSees(int i, vec3 at, vec3 face) {
  float lean = 1. - abs(dot(face, rigToward[i]));
  vec3 q = (rigView[i] * vec4(at + face * rigBias * (.8 + 1.6 * lean), 1.)).xyz * .5 + .5;
  if (any(greaterThan(abs(q - .5), vec3(.497)))) return 1.;
  vec2 tile = vec2(float(i % ${SHADOW_TILES_ACROSS}), float(i / ${SHADOW_TILES_ACROSS}));
  return texture(rigDepth, vec3((tile + q.xy) / vec2(${SHADOW_TILES_ACROSS}., ${SHADOW_TILE_ROWS}.), q.z));
}
`

const vertexHead = /* glsl */ `
varying vec3 rigSpot;
varying vec3 rigOwn;
`

const vertexBody = /* glsl */ `
  vec4 rigWorld = vec4(transformed, 1.);
  #ifdef USE_INSTANCING
    rigWorld = instanceMatrix * rigWorld;
  #endif
  rigOwn = rigWorld.xyz;
  rigSpot = (modelMatrix * rigWorld).xyz;
`

const fragmentHead = /* glsl */ `
varying vec3 rigSpot;
varying vec3 rigOwn;
uniform mat3 normalMatrix;
uniform highp sampler3D rigGrain;
uniform float rigKey;
uniform float rigContact;
uniform float grainPeriod, grainSteep, grainFine, grainShine, grainTurned;
${LAMP_SHADER_CODE}
vec4 rigCoarse, rigFine;
// Rotated against all faces, so that no face shows the repetition of the grain.
const mat3 rigSkew = mat3(.738, .432, -.518, -.204, .873, .438, .642, -.217, .735);
`

/** The grain is read once, before the first use of the roughness. */
const shineCode = /* glsl */ `
  rigCoarse = texture(rigGrain, rigSkew * rigOwn / grainPeriod + .37);
  rigFine = texture(rigGrain, rigSkew * rigOwn / (grainPeriod * .23) + .71);
  float rigShine = (rigCoarse.a - .5) * .45 + (rigFine.a - .5) * .55;
  roughnessFactor = clamp(roughnessFactor * (1. + grainShine * 2. * rigShine), .05, 1.);
  diffuseColor.rgb *= 1. + grainShine * .25 * rigShine;
`

const slopeCode = /* glsl */ `
  {
    vec3 slope = ((rigCoarse.rgb - .5) * grainSteep + (rigFine.rgb - .5) * grainFine) * rigSkew;
    if (grainTurned > 0.) slope.y += (textureLod(rigGrain, vec3(.31, rigOwn.y * .085, .17), 0.).g - .5) * grainTurned;
    normal = normalize(normal - normalMatrix * slope * faceDirection);
  }
`

/**
 * Replaces a single occlusion value: each lamp tests whether its direction is open. For a closed direction, the reflection of the
 * surroundings is removed and a little of the neighbour's gloss is added. It is linear in the lamps, so the mean over the frames is
 * correct.
 */
const openCode = /* glsl */ `
  {
    vec3 face = inverseTransformDirection(normal, viewMatrix);
    vec3 flatFace = inverseTransformDirection(nonPerturbedNormal, viewMatrix);
    vec3 mirrored = inverseTransformDirection(reflect(-geometryViewDir, normal), viewMatrix);
    float rough = clamp(material.roughness * 1.6 - .1, 0., 1.);
    float shutWide = 0., shutNarrow = 0., shutCoat = 0., openKey = 0.;
    float near = 1. - .8 * exp(-max(rigSpot.y, 0.) / rigContact);
    for (int i = 0; i < ${LAMP_COUNT}; i++) {
      vec3 toward = rigToward[i];
      float open = rigSees(i, rigSpot, flatFace);
      if (i < ${KEY_LAMP_COUNT}) openKey += open;
      else {
        float shut = 1. - open * (toward.y < 0. ? near : 1.);
        shutWide += shut * 4. * max(0., dot(face, toward));
        float along = max(0., dot(mirrored, toward));
        float second = along * along, fourth = second * second, eighth = fourth * fourth;
        shutNarrow += shut * mix(18. * eighth, 6. * second, rough);
        #ifdef USE_CLEARCOAT
          shutCoat += shut * 34. * eighth * eighth;
        #endif
      }
    }
    // The soft box is only wide over many frames. Within one frame its lamps share one direction.
    IncidentLight lamp;
    lamp.color = vec3(rigKey * openKey / ${KEY_LAMP_COUNT}.);
    lamp.direction = normalize((viewMatrix * vec4(rigToward[0], 0.)).xyz);
    lamp.visible = true;
    RE_Direct(lamp, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight);
    float count = ${LAMP_COUNT - KEY_LAMP_COUNT}.;
    shutWide /= count; shutNarrow /= count; shutCoat /= count;
    vec3 tint = mix(material.specularColor, material.diffuseColor, material.metalness);
    reflectedLight.indirectDiffuse *= 1. - shutWide * .92;
    reflectedLight.indirectSpecular = reflectedLight.indirectSpecular * (1. - shutNarrow) + tint * tint * .16 * shutNarrow;
    #ifdef USE_CLEARCOAT
      clearcoatSpecularIndirect *= 1. - shutCoat * .9;
    #endif
  }
`

/** Makes a material of three.js use the lamps of the rig and a grain. */
export const addLightingAndGrainToMaterial = (
  material: MeshPhysicalMaterial,
  rig: LightingRig,
  grain: SurfaceGrain,
): MeshPhysicalMaterial => {
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    Object.assign(shader.uniforms, {
      rigDepth: rig.depth,
      rigView: rig.view,
      rigToward: rig.toward,
      rigKey: rig.key,
      rigContact: rig.contact,
      rigBias: rig.bias,
      rigGrain: rig.grain,
      grainPeriod: { value: grain.period },
      grainSteep: { value: grain.steep },
      grainFine: { value: grain.fine },
      grainShine: { value: grain.shine },
      grainTurned: { value: grain.turned },
    })
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${vertexHead}`)
      .replace('#include <project_vertex>', `${vertexBody}\n#include <project_vertex>`)
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${fragmentHead}`)
      .replace('#include <roughnessmap_fragment>', `#include <roughnessmap_fragment>\n${shineCode}`)
      .replace('#include <normal_fragment_maps>', `#include <normal_fragment_maps>\n${slopeCode}`)
      .replace('#include <aomap_fragment>', openCode)
  }
  material.customProgramCacheKey = () => 'rig'
  return material
}
