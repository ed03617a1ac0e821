// The functions of libsoxr.so.0 that are used, each forwarded to the library, which is loaded at the first call of one.
#include "shim.h"
#include "library.h"

LIBRARY("libsoxr.so.0")

FORWARD(soxr_t, soxr_create,
        (double input_rate, double output_rate, unsigned int num_channels, soxr_error_t *error,
         const soxr_io_spec_t *io, const soxr_quality_spec_t *quality, const soxr_runtime_spec_t *runtime),
        (input_rate, output_rate, num_channels, error, io, quality, runtime))
FORWARD(void, soxr_delete, (soxr_t resampler), (resampler))
FORWARD(soxr_error_t, soxr_process,
        (soxr_t resampler, soxr_in_t in, size_t ilen, size_t *idone, soxr_out_t out, size_t olen, size_t *odone),
        (resampler, in, ilen, idone, out, olen, odone))
FORWARD(soxr_quality_spec_t, soxr_quality_spec, (unsigned long recipe, unsigned long flags), (recipe, flags))
